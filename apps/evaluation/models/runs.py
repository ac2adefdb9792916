"""Tables of runs with their dialogues, every model call with its reply, and the verdicts."""

from collections.abc import Iterable
from decimal import Decimal

from django.conf import settings
from django.contrib.postgres.aggregates import ArrayAgg
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.utils.text import Truncator
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from apps.chat.models import Conversation
from apps.evaluation.models.change_drafts_and_release_log import DraftState


class DialogueTurnState(models.TextChoices):
    """What became of judging a turn. Only `scored` counts in a mean; nothing unreadable is ever a score."""

    OPEN = "open", _("not judged yet")
    SCORED = "scored", _("scored")
    UNPARSABLE = "unparsable", _("the judge's reply could not be read")
    SKIPPED = "skipped", _("nothing to judge")
    FAILED = "failed", _("failed")


class RunKind(models.TextChoices):
    HIT_RATE = "hit-rate", _("hit rate")
    DIALOGUES = "dialogues", _("dialogues")
    COMPARISON = "comparison", _("comparison")
    SAMPLE = "sample", _("sample of real answers")


class RunState(models.TextChoices):
    WAITING = "waiting", _("waiting")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")
    STOPPED = "stopped", _("stopped")
    FAILED = "failed", _("failed")


OPTIONS_OF_THE_QUEUE = frozenset({"background", "at_once"})
"""What the workers note beside the options of a measurement: that it is theirs, and that it waits for nothing."""


class Run(models.Model):
    """One measurement. `configuration` is what answered, `fingerprint` names it.

    Of a sample of real answers it is what was in force in the night after them.
    """

    kind = models.CharField(_("kind"), max_length=12, choices=RunKind)
    state = models.CharField(_("state"), max_length=10, choices=RunState, default=RunState.WAITING, db_index=True)
    title = models.CharField(_("title"), max_length=200, blank=True)
    suite = models.ForeignKey(
        "evaluation.Suite", on_delete=models.SET_NULL, null=True, blank=True, related_name="runs",
        verbose_name=_("suite"),
    )  # fmt: skip
    suite_fingerprint = models.CharField(max_length=64, blank=True)
    draft = models.ForeignKey(
        "evaluation.Draft", on_delete=models.SET_NULL, null=True, blank=True, related_name="runs",
        verbose_name=_("draft"),
    )  # fmt: skip
    options = models.JSONField(_("options"), default=dict, blank=True)
    configuration = models.JSONField(_("what answered"), default=dict, blank=True)
    fingerprint = models.CharField(_("fingerprint"), max_length=64, blank=True, db_index=True)
    pass_mark = models.FloatField(_("pass mark"), null=True, blank=True)
    budget = models.DecimalField(_("most it may cost"), max_digits=10, decimal_places=2, null=True, blank=True)
    result = models.JSONField(_("result"), default=dict, blank=True)
    mean = models.FloatField(_("mean score"), null=True, blank=True)
    low = models.FloatField(_("from"), null=True, blank=True)
    high = models.FloatField(_("to"), null=True, blank=True)
    error = models.CharField(_("what went wrong"), max_length=500, blank=True)
    # Somebody stopped it; a run that is `stopped` without it stopped at its budget.
    is_to_stop = models.BooleanField(_("is to stop"), default=False, db_default=False, editable=False)
    # Times a worker took it up since a call was last finished; `calls_before` is how many there were then.
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0, editable=False)
    calls_before = models.PositiveIntegerField(default=0, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+",
        verbose_name=_("started by"),
    )  # fmt: skip
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    finished_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("run")
        verbose_name_plural = _("runs")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.pk}: {self.title or localtime(self.created_at).strftime('%Y-%m-%d')}"

    @property
    def has_ended(self) -> bool:
        return self.state in (RunState.FINISHED, RunState.STOPPED, RunState.FAILED)

    @property
    def measured_options(self) -> dict[str, object]:
        """The options by which the same measurement is found again, whoever began it."""
        return {name: value for name, value in self.options.items() if name not in OPTIONS_OF_THE_QUEUE}

    def with_budget(self, budget: Decimal | None) -> "Run":
        """The run, which may cost so much in all from now on; None is no limit. One statement."""
        self.budget = budget
        self.save(update_fields=["budget"])
        return self

    def cost(self) -> Decimal:
        """What its calls have cost so far; calls without a known price count nothing. One query."""
        calls = Call.objects.filter(models.Q(dialogue__run=self) | models.Q(comparison__run=self))
        return calls.aggregate(cost=models.Sum("cost"))["cost"] or Decimal(0)


def runs_in_force(prefix: str = "") -> models.Q:
    """Runs of what people get: neither of a draft nor of a variant that was tried, or of a draft published since.

    `prefix` leads from the rows that are asked for to the run, such as "run__".
    """
    variant = {f"{prefix}configuration__variant": ""}
    is_no_trial = models.Q(**variant) | ~models.Q(**{f"{prefix}configuration__has_key": "variant"})
    is_published = models.Q(**{f"{prefix}draft__state": DraftState.PUBLISHED})
    return models.Q(**{f"{prefix}draft": None}) & is_no_trial | is_published


class DialogueState(models.TextChoices):
    WAITING = "waiting", _("waiting")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")


class Dialogue(models.Model):
    """One persona asks one question and follows up. Stored turn by turn, so that an interrupted run can be resumed."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="dialogues", verbose_name=_("run"))
    number = models.PositiveIntegerField(_("number"))
    case = models.ForeignKey(
        "evaluation.Case", on_delete=models.SET_NULL, null=True, blank=True, related_name="dialogues",
        verbose_name=_("case"),
    )  # fmt: skip
    question = models.TextField(_("question"))
    expectation = models.JSONField(_("what was expected"), default=dict, blank=True)
    persona = models.CharField(_("persona"), max_length=50, blank=True)
    language = models.CharField(_("language"), max_length=8, default="de")
    state = models.CharField(_("state"), max_length=10, choices=DialogueState, default=DialogueState.WAITING)
    ended_by = models.CharField(_("ended by"), max_length=20, blank=True)
    conversation = models.ForeignKey(
        Conversation, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("conversation")
    )
    score = models.FloatField(_("score"), null=True, blank=True)
    passed = models.BooleanField(_("passed"), null=True, blank=True)
    aspects = models.JSONField(_("aspects of the whole dialogue"), default=list, blank=True)
    failures = models.JSONField(_("why it failed"), default=list, blank=True)

    class Meta:
        verbose_name = _("dialogue")
        verbose_name_plural = _("dialogues")
        ordering = ["run", "number"]
        constraints = [models.UniqueConstraint(fields=["run", "number"], name="dialogue_number_once")]

    def __str__(self) -> str:
        return f"{self.number}. {Truncator(self.question).chars(80)}"

    @property
    def cost(self) -> Decimal | None:
        """Sums its calls, which should be prefetched; None where no call has a price."""
        return sum_known_costs(call.cost for call in self.calls.all())


class DialogueTurn(models.Model):
    """What the visitor said, what the assistant replied and with which passages, and how it was judged.

    `metrics` are empty where no model replied; `reply` may then hold extracts that readers got in its place.
    """

    dialogue = models.ForeignKey(Dialogue, on_delete=models.CASCADE, related_name="turns", verbose_name=_("dialogue"))
    number = models.PositiveSmallIntegerField(_("turn"))
    said = models.TextField(_("visitor"))
    reply = models.TextField(_("assistant"), blank=True)
    chat_turn = models.UUIDField(_("turn of the conversation"), null=True, blank=True)
    chat_state = models.CharField(_("how the turn ended"), max_length=20, blank=True)
    passages = models.JSONField(_("passages"), default=list, blank=True)
    citations = models.JSONField(_("citations"), default=list, blank=True)
    metrics = models.JSONField(_("measured without a judge"), default=dict, blank=True)
    claims = models.JSONField(_("measured by statements"), default=dict, blank=True)
    state = models.CharField(_("judged"), max_length=10, choices=DialogueTurnState, default=DialogueTurnState.OPEN)
    score = models.FloatField(_("score"), null=True, blank=True)
    criteria = models.JSONField(_("criteria"), default=dict, blank=True)
    reason = models.TextField(_("reason"), blank=True)

    class Meta:
        verbose_name = _("turn of a dialogue")
        verbose_name_plural = _("turns of dialogues")
        ordering = ["dialogue", "number"]
        constraints = [models.UniqueConstraint(fields=["dialogue", "number"], name="dialogue_turn_once")]
        # For withdrawals, which ask what was answered from a document.
        indexes = [GinIndex(fields=["passages"], opclasses=["jsonb_path_ops"], name="dialogue_turn_by_document")]

    def __str__(self) -> str:
        return f"{self.dialogue_id}/{self.number}"

    @property
    def is_answered(self) -> bool:
        """Whether the assistant replied. `failed` says it of the judge as well; what is no reply is not measured."""
        return bool(self.metrics)

    @property
    def is_weak(self) -> bool:
        from apps.evaluation.statistics.judge_scores import WEAK_SCORE

        return self.score is not None and self.score < WEAK_SCORE

    @property
    def cost(self) -> Decimal | None:
        """Sums the visitor's line, the reply and its judgements; the dialogue's calls should be prefetched."""
        return sum_known_costs(call.cost for call in self.dialogue.calls.all() if call.turn == self.number)


class Verdict(models.Model):
    """One reply of the judge about a turn, with its text as it came."""

    turn = models.ForeignKey(DialogueTurn, on_delete=models.CASCADE, related_name="verdicts", verbose_name=_("turn"))
    repetition = models.PositiveSmallIntegerField(_("judgement"), default=1)
    state = models.CharField(_("state"), max_length=10, choices=DialogueTurnState)
    overall = models.FloatField(_("overall"), null=True, blank=True)
    criteria = models.JSONField(_("criteria"), default=dict, blank=True)
    reason = models.TextField(_("reason"), blank=True)
    raw = models.TextField(_("reply as it came"), blank=True)
    model = models.CharField(_("model"), max_length=200, blank=True)
    prompt_version = models.CharField(_("prompt version"), max_length=60, blank=True)

    class Meta:
        verbose_name = _("verdict")
        verbose_name_plural = _("verdicts")
        ordering = ["turn", "repetition"]
        constraints = [models.UniqueConstraint(fields=["turn", "repetition"], name="verdict_once")]

    def __str__(self) -> str:
        return f"{self.turn} {self.state}"


class Call(models.Model):
    """A finished call to a model, stored as soon as it ends: a resumed run takes it from here without paying again.

    `digest` names what was asked; the same asked again on purpose is told apart by `repetition`. `text` is emptied when
    its dialogue or comparison is done, or quotes what was withdrawn.
    """

    dialogue = models.ForeignKey(Dialogue, on_delete=models.CASCADE, null=True, related_name="calls")
    comparison = models.ForeignKey("evaluation.Comparison", on_delete=models.CASCADE, null=True, related_name="calls")
    turn = models.PositiveSmallIntegerField(_("turn"), null=True, blank=True)
    purpose = models.CharField(_("purpose"), max_length=30)
    digest = models.CharField(max_length=64)
    repetition = models.PositiveSmallIntegerField(default=0)
    text = models.TextField(_("reply"))
    model = models.CharField(_("model"), max_length=200)
    finish_reason = models.CharField(max_length=20, default="stop")
    input_tokens = models.PositiveIntegerField(_("input tokens"), default=0)
    output_tokens = models.PositiveIntegerField(_("output tokens"), default=0)
    seconds = models.FloatField(_("seconds"), default=0.0)
    cost = models.DecimalField(_("cost"), max_digits=14, decimal_places=6, null=True, blank=True)
    created_at = models.DateTimeField(_("ended"), auto_now_add=True)

    class Meta:
        verbose_name = _("call of a run")
        verbose_name_plural = _("calls of runs")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["dialogue", "comparison", "purpose", "digest", "repetition"],
                name="call_once",
                nulls_distinct=False,
            )
        ]

    def __str__(self) -> str:
        return f"{self.purpose} {self.model}"


def sum_known_costs(costs: Iterable[Decimal | None]) -> Decimal | None:
    """None where no cost is known."""
    known = [cost for cost in costs if cost is not None]
    return sum(known, Decimal(0)) if known else None


def prefetch_turns(dialogues: models.QuerySet[Dialogue]) -> models.QuerySet[Dialogue]:
    """Their turns, verdicts and costs, in four queries whatever their number."""
    calls = Call.objects.only("dialogue", "turn", "cost")
    return dialogues.prefetch_related("turns__verdicts", models.Prefetch("calls", calls))


def run_totals(run: Run) -> dict[str, object]:
    """Calls by purpose, tokens and cost of a run; `unpriced` are models whose calls it could not count. One query."""
    calls = Call.objects.filter(models.Q(dialogue__run=run) | models.Q(comparison__run=run))
    rows = calls.values("purpose").annotate(
        number=models.Count("pk"),
        tokens=models.Sum(models.F("input_tokens") + models.F("output_tokens")),
        paid=models.Sum("cost"),
        unpriced=ArrayAgg("model", filter=models.Q(cost=None), distinct=True),
    )
    found = list(rows.order_by("purpose"))
    return {
        "model_calls": {row["purpose"]: row["number"] for row in found},
        "tokens": sum(row["tokens"] for row in found),
        "cost": float(sum((row["paid"] or Decimal(0) for row in found), Decimal(0))),
        "unpriced": sorted({name for row in found for name in row["unpriced"] or []}),
    }
