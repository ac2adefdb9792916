"""The table of deleted conversations: restoring an older backup would bring them back."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class DeletedConversation(models.Model):
    """A tombstone: the number of a conversation that nobody may see again, and nothing of what was said."""

    conversation_id = models.UUIDField(_("conversation"))
    deleted_at = models.DateTimeField(_("deleted"), auto_now_add=True, db_index=True)

    class Meta:
        verbose_name = _("deleted conversation")
        verbose_name_plural = _("deleted conversations")

    def __str__(self) -> str:
        return str(self.conversation_id)
