"""Steps of the pipeline: one row for each stage of a revision, with its lease and its attempts."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from apps.documents.models.documents import Revision


class StepState(models.TextChoices):
    WAITING = "waiting", _("waiting")
    RUNNING = "running", _("running")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")


class Step(models.Model):
    """One stage of the pipeline for one revision: the row decides, the queue only wakes a worker."""

    # No index of its own: the unique pair of revision and stage serves it.
    revision = models.ForeignKey(
        Revision, on_delete=models.CASCADE, related_name="steps", verbose_name=_("revision"), db_index=False
    )
    # Somebody waits for this document: it is taken before all imports.
    urgent = models.BooleanField(_("urgent"), db_default=False)
    stage = models.CharField(_("stage"), max_length=20)
    state = models.CharField(_("state"), max_length=10, choices=StepState, default=StepState.WAITING)
    attempts = models.PositiveIntegerField(
        _("attempts"), default=0, help_text=_("Counted before the start, so that a crash counts too.")
    )
    failures = models.PositiveIntegerField(_("failed attempts"), default=0)
    # Its worker died or hung: not the document's fault, so it counts by itself.
    lost_leases = models.PositiveIntegerField(_("lost leases"), default=0)
    lease_until = models.DateTimeField(_("leased until"), null=True, blank=True)
    worker = models.CharField(_("worker"), max_length=100, blank=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    next_retry_at = models.DateTimeField(_("next attempt"), null=True, blank=True)
    seconds = models.FloatField(_("seconds"), null=True, blank=True)
    input_tokens = models.PositiveIntegerField(_("input tokens"), default=0)
    output_tokens = models.PositiveIntegerField(_("output tokens"), default=0)
    cost = models.DecimalField(_("cost"), max_digits=14, decimal_places=6, default=0)
    error = models.CharField(_("error"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("step")
        verbose_name_plural = _("steps")
        ordering = ["revision", "id"]
        constraints = [models.UniqueConstraint(fields=["revision", "stage"], name="step_once")]
        # Only what is still to do: the index stays small however many documents there are.
        indexes = [
            models.Index(
                fields=["-urgent", "created_at"], name="step_queue", condition=Q(state__in=["waiting", "running"])
            )
        ]

    def __str__(self) -> str:
        return f"{self.revision_id} {self.stage} {self.state}"
