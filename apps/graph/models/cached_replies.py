"""The table of cached model replies, kept from one build to the next, so that no call is paid twice."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.utils.translation import gettext_lazy as _

from apps.graph.models.index_and_builds import GraphIndex


class Reply(models.Model):
    """A finished call, by the hash of all that went into it: text, wording of the prompt, model, settings.

    Builds read it before they ask. It goes with the first document that went into it.
    """

    index = models.ForeignKey(GraphIndex, on_delete=models.CASCADE, related_name="replies", db_index=False)
    key = models.CharField(max_length=64)
    purpose = models.CharField(_("purpose"), max_length=30)
    documents = ArrayField(models.BigIntegerField(), verbose_name=_("documents"))
    data = models.JSONField(_("reply"))
    calls = models.PositiveSmallIntegerField(_("calls"), default=1)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("reply of a model")
        verbose_name_plural = _("replies of models")
        constraints = [models.UniqueConstraint(fields=["index", "key"], name="graph_reply_once")]
        indexes = [GinIndex(fields=["documents"], name="graph_reply_by_document")]

    def __str__(self) -> str:
        return f"{self.purpose} {self.key[:12]}"
