"""Tables of second readings: what a second reader says of sentences, and how far such a reader may be believed."""

from django.db import models
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy as _

from apps.chat.models.conversations import Turn

LEAST_KAPPA = 0.8
"""Almost perfect agreement (J. R. Landis, G. G. Koch, Biometrics 33 (1977), 159-174)."""
FEWEST_CASES = 50
"""Labelled cases in a language below which agreement says nothing."""


class ReadingState(models.TextChoices):
    WAITING = "waiting", _("waiting")
    READ = "read", _("read")
    UNREADABLE = "unreadable", _("the reader's reply could not be read")
    FAILED = "failed", _("the reader could not be reached")


class ReadingVerdict(models.TextChoices):
    SUPPORTED = "supported", _("supported")
    CONTRADICTED = "contradicted", _("contradicted")
    NOT_SAID = "not_said", _("not said")


class CalibrationState(models.TextChoices):
    WAITING = "waiting", _("waiting")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    FAILED = "failed", _("failed")


class ReaderColumns(models.Model):
    """Who reads: a model at an endpoint with a version of its prompt in a language. Any other is another reader."""

    endpoint = models.CharField(_("endpoint"), max_length=500, blank=True)
    model = models.CharField(_("model"), max_length=200, blank=True)
    prompt_version = models.CharField(_("prompt version"), max_length=60, blank=True)
    language = models.CharField(_("language"), max_length=8, blank=True)

    class Meta:
        abstract = True


class SecondReading(ReaderColumns):
    """A sentence of an answer that waits for a second reader, or was read.

    `place` counts the sentences of the turn from 0. `claim` is what is to be proved, such as a list item with the line
    that leads to it; `quotes` are the sentences of the cited pages.
    """

    turn = models.ForeignKey(Turn, on_delete=models.CASCADE, related_name="second_readings", verbose_name=_("turn"))
    place = models.PositiveSmallIntegerField(_("sentence"))
    claim = models.TextField(_("what is to be proved"))
    quotes = models.JSONField(_("quotes"), default=list)
    state = models.CharField(_("state"), max_length=12, choices=ReadingState, default=ReadingState.WAITING)
    verdict = models.CharField(_("verdict"), max_length=12, choices=ReadingVerdict, blank=True)
    words = models.TextField(_("deciding words"), blank=True)
    objections = models.JSONField(_("objections of the rules"), default=list, blank=True)
    is_shown = models.BooleanField(_("shown to readers"), default=False)
    attempts = models.PositiveSmallIntegerField(default=0, editable=False)
    claimed_until = models.DateTimeField(null=True, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    read_at = models.DateTimeField(_("read at"), null=True, blank=True)

    class Meta:
        verbose_name = _("second reading")
        verbose_name_plural = _("second readings")
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["turn", "place"], name="sentence_read_once")]
        indexes = [
            models.Index(fields=["created_at"], name="second_reading_waits", condition=models.Q(state="waiting")),
            models.Index(fields=["read_at"], name="second_reading_read_at"),
        ]

    def __str__(self) -> str:
        return Truncator(self.claim).chars(80)


class ReaderCalibration(ReaderColumns):
    """One measurement of a reader on the labelled cases. The newest finished one of a reader counts.

    `verdicts` are kept by case as they come, so that a measurement that broke off goes on. Shares are between 0 and 1:
    `false_supported` of the cases that their source does not support, the other two of those that it does.
    """

    state = models.CharField(_("state"), max_length=10, choices=CalibrationState, default=CalibrationState.WAITING)
    total = models.PositiveIntegerField(_("labelled cases"), default=0)
    verdicts = models.JSONField(default=dict, blank=True, editable=False)
    kappa = models.FloatField(_("Cohen’s kappa"), null=True, blank=True)
    false_supported = models.FloatField(_("wrongly called supported"), null=True, blank=True)
    missed = models.FloatField(_("wrongly not called supported"), null=True, blank=True)
    false_contradicted = models.FloatField(_("wrongly called contradicted"), null=True, blank=True)
    unreadable = models.PositiveIntegerField(_("replies that could not be read"), default=0)
    error = models.CharField(_("what went wrong"), max_length=300, blank=True)
    # In a row, without a new verdict; and how many verdicts there were at the last of them.
    attempts = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    verdicts_before = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    created_at = models.DateTimeField(_("begun"), auto_now_add=True)
    finished_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("calibration of a second reader")
        verbose_name_plural = _("calibrations of second readers")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.model}, {self.prompt_version}, {self.language}"

    @property
    def done(self) -> int:
        return len(self.verdicts)

    @property
    def suffices(self) -> bool:
        """Whether verdicts of this reader may be shown: enough cases, and a kappa of at least 0.8."""
        is_finished = self.state == CalibrationState.FINISHED and self.total >= FEWEST_CASES
        return is_finished and self.kappa is not None and self.kappa >= LEAST_KAPPA
