"""The table of human reviews of answers that the judge scored, by which the judge is calibrated."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from apps.evaluation.models.runs import DialogueTurn


def mark_field(label: object) -> "models.PositiveSmallIntegerField[int, int]":
    return models.PositiveSmallIntegerField(
        label,  # type: ignore[arg-type]  # a lazy translation
        validators=[MinValueValidator(1), MaxValueValidator(5)],
    )


class Review(models.Model):
    """One person's marks for one turn, given without seeing the judge's or anybody else's."""

    turn = models.ForeignKey(DialogueTurn, on_delete=models.CASCADE, related_name="reviews", verbose_name=_("turn"))
    reviewer = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", verbose_name=_("reviewer")
    )
    understanding = mark_field(_("understanding"))
    relevance = mark_field(_("relevance"))
    completeness = mark_field(_("completeness"))
    correctness = mark_field(_("correctness"))
    coherence = mark_field(_("coherence"))
    overall = mark_field(_("overall"))
    comment = models.TextField(_("comment"), blank=True)
    created_at = models.DateTimeField(_("given"), auto_now_add=True)

    class Meta:
        verbose_name = _("review")
        verbose_name_plural = _("reviews")
        ordering = ["-created_at"]
        constraints = [models.UniqueConstraint(fields=["turn", "reviewer"], name="one_review_per_person")]

    def __str__(self) -> str:
        return f"{Truncator(self.turn.said).chars(80)} ({self.reviewer})"


class SentenceMark(models.Model):
    """What a reviewer says of one sentence of the reply."""

    class Mark(models.TextChoices):
        RIGHT = "right", _("right")
        WRONG = "wrong", _("wrong")
        UNPROVED = "unproved", _("not proved")
        MISSING = "beside", _("beside the point")

    review = models.ForeignKey(Review, on_delete=models.CASCADE, related_name="sentences", verbose_name=_("review"))
    number = models.PositiveSmallIntegerField(_("sentence"))
    text = models.TextField(_("text"))
    mark = models.CharField(_("mark"), max_length=10, choices=Mark)
    comment = models.CharField(_("comment"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("mark of a sentence")
        verbose_name_plural = _("marks of sentences")
        ordering = ["review", "number"]
        constraints = [models.UniqueConstraint(fields=["review", "number"], name="one_mark_per_sentence")]

    def __str__(self) -> str:
        return f"{self.number}: {self.mark}"
