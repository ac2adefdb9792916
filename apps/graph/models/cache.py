"""What outlives a build: replies of models, so that no call is paid twice, and what people said about names."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.utils.translation import gettext_lazy as _

from apps.graph.models.index import GraphIndex


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


class MergeSuggestion(models.Model):
    """Two names that may be one entity. Accepted, the next build joins them; rejected, it is not asked again."""

    class State(models.TextChoices):
        OPEN = "open", _("to be decided")
        ACCEPTED = "accepted", _("the same")
        REJECTED = "rejected", _("not the same")

    class Reason(models.TextChoices):
        OTHER_TYPE = "other_type", _("same name, other type")
        PART_OF_NAME = "part_of_name", _("one name is part of the other")
        SPELLING = "spelling", _("nearly the same spelling")
        ABBREVIATION = "abbreviation", _("one is short for the other")

    index = models.ForeignKey(GraphIndex, on_delete=models.CASCADE, related_name="suggestions", db_index=False)
    key = models.CharField(_("stays"), max_length=400)
    other_key = models.CharField(_("is joined to it"), max_length=400)
    name = models.CharField(_("name"), max_length=300)
    other_name = models.CharField(_("other name"), max_length=300)
    reason = models.CharField(_("reason"), max_length=20, choices=Reason)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.OPEN)
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)

    class Meta:
        verbose_name = _("merge suggestion")
        verbose_name_plural = _("merge suggestions")
        ordering = ["state", "name"]
        constraints = [
            models.UniqueConstraint(fields=["index", "key", "other_key"], name="graph_suggestion_once"),
        ]

    def __str__(self) -> str:
        return f"{self.name} = {self.other_name}?"
