"""The table of answer comparisons: two answers to one question, and the judge's ballots in both orders."""

from django.core.validators import RegexValidator
from django.db import models
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from apps.evaluation.models.runs import DialogueTurnState, Run


class Criterion(models.Model):
    """What two answers are compared by; the judge reads the meaning, figures carry the name."""

    slug = models.CharField(
        _("name"), max_length=40, unique=True,
        validators=[RegexValidator(r"^[a-z][a-z_]*$", _("Use small letters and underscores."))],
    )  # fmt: skip
    meaning = models.CharField(_("question to the judge"), max_length=300)
    position = models.PositiveSmallIntegerField(_("position"), default=100)
    is_active = models.BooleanField(_("active"), default=True)

    class Meta:
        verbose_name = _("criterion of comparisons")
        verbose_name_plural = _("criteria of comparisons")
        ordering = ["position", "slug"]

    def __str__(self) -> str:
        return self.slug


class Comparison(models.Model):
    """`results` is a criterion -> "a", "b" or "tie"; criteria without a readable ballot are left out.

    `documents` are those that one of the answers was made from, as [{"document": key}]; null where nobody noted them.
    """

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="comparisons", verbose_name=_("run"))
    number = models.PositiveIntegerField(_("number"))
    question = models.TextField(_("question"))
    language = models.CharField(_("language"), max_length=8, default="de")
    answer_a = models.TextField(_("answer of A"), blank=True)
    answer_b = models.TextField(_("answer of B"), blank=True)
    documents = models.JSONField(null=True, editable=False)
    answers_ready = models.BooleanField(default=False, editable=False)
    is_done = models.BooleanField(_("done"), default=False)
    failed = models.CharField(_("what went wrong"), max_length=200, blank=True)
    results = models.JSONField(_("results"), default=dict, blank=True)
    orders_disagree = models.BooleanField(_("the two orders disagree"), default=False)

    class Meta:
        verbose_name = _("comparison")
        verbose_name_plural = _("comparisons")
        ordering = ["run", "number"]
        constraints = [models.UniqueConstraint(fields=["run", "number"], name="comparison_number_once")]

    def __str__(self) -> str:
        return f"{self.number}. {Truncator(self.question).chars(80)}"


class Ballot(models.Model):
    """One reply of the judge. `winners` is a criterion -> "a", "b" or "tie", whatever order they were shown in."""

    comparison = models.ForeignKey(
        Comparison, on_delete=models.CASCADE, related_name="ballots", verbose_name=_("comparison")
    )
    repetition = models.PositiveSmallIntegerField(_("repetition"))
    a_first = models.BooleanField(_("A was shown first"))
    state = models.CharField(_("state"), max_length=10, choices=DialogueTurnState)
    winners = models.JSONField(_("winners"), default=dict, blank=True)
    reason = models.TextField(_("reason"), blank=True)
    raw = models.TextField(_("reply as it came"), blank=True)

    class Meta:
        verbose_name = _("ballot")
        verbose_name_plural = _("ballots")
        ordering = ["comparison", "repetition"]
        constraints = [models.UniqueConstraint(fields=["comparison", "repetition"], name="ballot_once")]

    def __str__(self) -> str:
        return f"{self.comparison_id}/{self.repetition}"
