"""The table of merge suggestions: names that may be one entity, and what people said about them."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from apps.graph.models.index_and_builds import GraphIndex


class SuggestionState(models.TextChoices):
    OPEN = "open", _("to be decided")
    ACCEPTED = "accepted", _("the same")
    REJECTED = "rejected", _("not the same")


class MergeSuggestion(models.Model):
    """Two names that may be one entity. Accepted, the next build joins them; rejected, it is not asked again."""

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
    state = models.CharField(_("state"), max_length=10, choices=SuggestionState, default=SuggestionState.OPEN)
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
