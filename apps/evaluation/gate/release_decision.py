"""Decides whether a draft may go live, by its run of the pinned suite; lists questions it repairs and breaks."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from apps.evaluation.gate.share_of_proved_sentences import proved_share_objections
from apps.evaluation.judging.judge_agreement_with_people import annotate_calibration
from apps.evaluation.models import Dialogue, Draft, Run, RunKind, RunState, Suite
from apps.evaluation.models.change_drafts_and_release_log import ChangeKind
from apps.evaluation.models.runs import DialogueTurnState
from apps.evaluation.planning.run_configuration import (
    DraftTargetMissing,
    configuration_in_force,
    prompt_slug_from_target,
)
from apps.evaluation.planning.settings_in_force import MEASURING_PROMPTS, MEASURING_PURPOSES, SettingsInForce

LEAST_SCORED_SHARE = 0.8
"""Of the turns, and of the dialogues, the share that must have a score: a mean over the few that could be read says
nothing. Of both, since a dialogue ends with a reply that fails: one failed turn then stands beside three good ones.
"""


@dataclass(frozen=True, slots=True)
class ReleaseDecision:
    """`reasons` are sentences for people, empty when it passes. `run` is the run it was measured by."""

    passes: bool
    reasons: list[str] = field(default_factory=list)
    run: Run | None = None


@dataclass(frozen=True, slots=True)
class ChangedOutcome:
    """A question whose outcome changed, with both dialogues."""

    question: str
    before: Dialogue
    after: Dialogue
    is_control: bool
    held_out: bool


@dataclass(frozen=True, slots=True)
class ChangedOutcomes:
    """The questions that a later run answers and an earlier one did not, and the other way round."""

    repaired: list[ChangedOutcome] = field(default_factory=list)
    broken: list[ChangedOutcome] = field(default_factory=list)


def pinned_suite() -> Suite | None:
    return Suite.objects.filter(is_pinned=True).first()


def decide_release(draft: Draft, suite: Suite) -> ReleaseDecision:
    """On the newest finished run of exactly this draft, all else as it is in force now, and exactly this suite.

    Raises NoActiveProfile.
    """
    return decide_releases([draft], suite)[draft.pk]


def decide_releases(drafts: Sequence[Draft], suite: Suite) -> dict[int, ReleaseDecision]:
    """By the key of the draft. As many queries for many drafts as for a few. Raises NoActiveProfile."""
    reason = _("It changes how answers are measured, so no measurement can decide about it.")
    decisions = {draft.pk: ReleaseDecision(False, [reason]) for draft in drafts if is_judge_change(draft)}
    measurable = [draft for draft in drafts if draft.pk not in decisions]
    settings = SettingsInForce([draft.content["version"] for draft in measurable if "version" in draft.content])
    fingerprints: dict[int, str] = {}
    for draft in measurable:
        try:
            fingerprints[draft.pk] = configuration_in_force(settings=settings).with_draft(draft).fingerprint
        except DraftTargetMissing as error:
            decisions[draft.pk] = ReleaseDecision(False, [str(error)])
    runs = newest_runs_by_fingerprint(suite, fingerprints.values())
    return decisions | {key: decision_from_run(runs.get(digest), suite) for key, digest in fingerprints.items()}


def decision_from_run(run: Run | None, suite: Suite) -> ReleaseDecision:
    if run is None:
        return ReleaseDecision(False, [_("No finished run of suite “%(suite)s” on this draft.") % {"suite": suite}])
    reasons = release_objections(run, suite)
    return ReleaseDecision(not reasons, reasons, run)


def is_judge_change(draft: Draft) -> bool:
    """Whether the draft changes the judge: such a draft could give itself any mark."""
    by_prompt = draft.kind == ChangeKind.PROMPT and prompt_slug_from_target(draft.target) in MEASURING_PROMPTS
    return by_prompt or (draft.kind == ChangeKind.MODEL_ORDER and draft.target in MEASURING_PURPOSES)


def baseline_run(suite: Suite) -> Run | None:
    """The newest run of what is in force."""
    return find_newest_run(suite, configuration_in_force().fingerprint)


def find_newest_run(suite: Suite, fingerprint: str) -> Run | None:
    """The newest finished run of exactly this suite on the configuration of that fingerprint. A handful of queries."""
    return newest_runs_by_fingerprint(suite, [fingerprint]).get(fingerprint)


def newest_runs_by_fingerprint(suite: Suite, fingerprints: Collection[str]) -> dict[str, Run]:
    """Loads runs for several configurations; `is_calibrated` says if people have confirmed a run's judges."""
    if not fingerprints:
        return {}
    runs = Run.objects.filter(kind=RunKind.DIALOGUES, state=RunState.FINISHED, suite=suite)
    runs = runs.filter(suite_fingerprint=suite.fingerprint(), fingerprint__in=set(fingerprints))
    newest_runs = annotate_calibration(runs).order_by("fingerprint", "-pk").distinct("fingerprint")
    return {run.fingerprint: run for run in newest_runs}


def release_objections(run: Run, suite: Suite) -> list[str]:
    """What speaks against a run of `newest_runs_by_fingerprint`, a sentence each."""
    said = []
    figure = gate_score(run, suite)
    if figure is None:
        said.append(_("Nothing could be scored."))
    elif figure < suite.pass_mark:
        said.append(below_pass_mark_sentence(figure, run, suite))
    if broken := run.result["cases"]["broken_controls"]:
        numbers = ", ".join(str(number) for number in broken)
        said.append(_("Broken controls: dialogue %(numbers)s.") % {"numbers": numbers})
    return [*said, *(scored_share_objections(run) if suite.judge_repeats else ()), *proved_share_objections(run, suite)]


def scored_share_objections(run: Run) -> Iterator[str]:
    """A mean over the few turns or dialogues that could be scored says nothing."""
    if scored_turn_share(run.result["turns"]) < LEAST_SCORED_SHARE:
        yield _("Too few turns have a score; the judge failed or could not be read.")
    if scored_dialogue_share(run.result) < LEAST_SCORED_SHARE:
        yield _("Too few dialogues have a score; the assistant or the judge failed.")


def below_pass_mark_sentence(figure: float, run: Run, suite: Suite) -> str:
    """A judge's score never stands alone before people have confirmed this judge."""
    shown = {"score": number_format(figure, 2), "mark": number_format(suite.pass_mark, 2)}
    if suite.judge_repeats and not getattr(run, "is_calibrated", False):
        return _("The score is %(score)s (uncalibrated), the pass mark %(mark)s.") % shown
    return _("The score is %(score)s, the pass mark %(mark)s.") % shown


def gate_score(run: Run, suite: Suite) -> float | None:
    """The mean score; without a judge the share of cases that passed."""
    if suite.judge_repeats:
        return run.mean
    cases = run.result["cases"]
    total = cases["passed"] + cases["failed"]
    return cases["passed"] / total if total else None


def scored_turn_share(turns: dict[str, int]) -> float:
    """Returns the share of the turns of a run, given by state, that have a score."""
    total = sum(turns.values())
    return turns[DialogueTurnState.SCORED.value] / total if total else 0.0


def scored_dialogue_share(result: dict[str, Any]) -> float:
    """Returns the share of the dialogues of a run that have a score; 1 where the result is older than the figure."""
    scored, total = result.get("scored_dialogues"), result.get("dialogues")
    return 1.0 if scored is None or not total else scored / total


def changed_outcomes(before: Run, after: Run) -> ChangedOutcomes:
    """Questions whose outcome differs. Dialogues belong together by case, else by question. Four queries."""
    old = {dialogue_key(dialogue): dialogue for dialogue in before.dialogues.prefetch_related("turns")}
    changed = [
        changed_outcome(old[dialogue_key(dialogue)], dialogue)
        for dialogue in after.dialogues.prefetch_related("turns").order_by("number")
        if dialogue_key(dialogue) in old and old[dialogue_key(dialogue)].passed != dialogue.passed
    ]
    return ChangedOutcomes(
        repaired=[each for each in changed if each.after.passed],
        broken=[each for each in changed if not each.after.passed],
    )


def changed_outcome(before: Dialogue, after: Dialogue) -> ChangedOutcome:
    case: dict[str, Any] = after.expectation
    return ChangedOutcome(after.question, before, after, bool(case.get("is_control")), bool(case.get("held_out")))


def dialogue_key(dialogue: Dialogue) -> tuple[int | None, str]:
    return dialogue.case_id, "" if dialogue.case_id else dialogue.question
