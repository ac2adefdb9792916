"""The table of share links, which show a conversation to others: a random token, read only, taken back at any time."""

import secrets
from collections.abc import Iterable
from typing import TYPE_CHECKING

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import models, transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from apps.documents.models import Document

if TYPE_CHECKING:
    from apps.chat.models.conversations import Conversation, Turn

MOST_LINKS = 20
"""Of one conversation; the oldest gives way."""


def new_token() -> str:
    return secrets.token_urlsafe(32)


class ShareLink(models.Model):
    """Shows the turns up to `last_turn`: what is said later is not shared."""

    token = models.CharField(max_length=64, unique=True, default=new_token, editable=False)
    conversation = models.ForeignKey(
        "chat.Conversation", on_delete=models.CASCADE, related_name="share_links", verbose_name=_("conversation")
    )
    last_turn = models.PositiveIntegerField(_("last turn that is shown"))
    created_at = models.DateTimeField(_("made"), auto_now_add=True)

    class Meta:
        verbose_name = _("share link")
        verbose_name_plural = _("share links")
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.conversation} – {self.last_turn}"

    def turns(self) -> "QuerySet[Turn]":
        """The answered turns it shows, oldest first."""
        from apps.chat.models.conversations import Turn

        shown = Turn.objects.filter(conversation_id=self.conversation_id, number__lte=self.last_turn)
        return shown.filter(state__in=Turn.END_STATES).prefetch_related("citations").order_by("number")

    def is_open_to(self, user: AbstractBaseUser | AnonymousUser) -> bool:
        """Whether this person may read every document that the shown answers were made from. Three queries.

        A link must not carry a closed collection's sentences to those who may not read it. Of a document without a row
        nobody knows who might.
        """
        used = document_ids_behind(self.turns())
        return Document.objects.filter(pk__in=used).readable_by(user).count() == len(used)


def document_ids_behind(turns: "Iterable[Turn]") -> set[int]:
    """Whatever these answers were made from. No query where the turns are known."""
    known = list(turns)
    places = [place for turn in known for place in [*turn.passages, *turn.nearest]]
    used = {place["document"] for place in places if "document" in place}
    # Sentences of other documents that contradict the answer are shown beside it.
    return used | {document for turn in known for each in turn.warnings for document in each.get("documents", ())}


def get_or_create_share_link(conversation: "Conversation") -> ShareLink | None:
    """A link to the conversation as it stands; the same one as long as nothing was added. None when it has no turn."""
    from apps.chat.models.conversations import Conversation

    with transaction.atomic():
        # Of two presses at once the second finds the link of the first.
        if not Conversation.objects.select_for_update().filter(pk=conversation.pk).exists():
            return None
        newest = conversation.turns.order_by("-number").values_list("number", flat=True).first()
        if newest is None:
            return None
        known = conversation.share_links.filter(last_turn=newest).order_by("pk").first()
        link = known or ShareLink.objects.create(conversation=conversation, last_turn=newest)
        surplus = conversation.share_links.values_list("pk", flat=True)[MOST_LINKS:]
        ShareLink.objects.filter(pk__in=list(surplus)).delete()
    return link


def revoke_share_links(conversation: "Conversation") -> int:
    """Revokes all links of the conversation; returns how many there were."""
    count, _by_model = conversation.share_links.all().delete()
    return count
