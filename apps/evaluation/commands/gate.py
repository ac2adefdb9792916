"""`manage.py evaluate gate`: runs the pinned suite on a draft and says whether it may go live."""

from typing import Any

from django.core.management.base import CommandError, CommandParser, OutputWrapper

from apps.evaluation.commands.arguments import print_result, progress_on, whole_number, wrong_use
from apps.evaluation.commands.dialogues import WRONG_USE, suite_named
from apps.evaluation.dialogues.run_dialogues import RunIsBusy, run_dialogues
from apps.evaluation.dialogues.run_parallel import Progress
from apps.evaluation.gate.gate_actions import publish_draft
from apps.evaluation.gate.release_decision import (
    ChangedOutcome,
    ChangedOutcomes,
    ReleaseDecision,
    baseline_of,
    decide,
    flips,
    newest,
    objections,
    pinned_suite,
)
from apps.evaluation.gate.release_log import log_draft
from apps.evaluation.gate.share_of_proved_sentences import proved_change, proved_share
from apps.evaluation.judging.calibration import calibration_of
from apps.evaluation.models import Draft, Release, Run, RunKind, RunState, Suite
from apps.evaluation.models.change_drafts_and_release_log import ChangeKind, digest
from apps.evaluation.planning.create_run import start_suite
from apps.evaluation.planning.run_configuration import in_force
from apps.llm.models import PromptVersion, version_content
from apps.llm.publication_hooks import PublicationHeld
from apps.retrieval.models import ACTIVE, Profile, publication_content
from apps.text.numbers.parse_row_id import row_number


class NoSuite(LookupError):  # noqa: N818 - an answer to the person who typed the command
    """Nothing is pinned and no suite was named."""


class UnknownDraft(LookupError):  # noqa: N818 - an answer to the person who typed the name
    """No draft, version or profile of that name."""


def add_arguments(parser: CommandParser) -> None:
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--draft", type=whole_number(1, 10**12), metavar="NUMBER", help="a draft of the admin")
    what.add_argument("--prompt", metavar="NAME/NUMBER", help="a version of a prompt, such as answer/4")
    what.add_argument("--profile", metavar="SLUG", help="a profile that shall answer")
    parser.add_argument("--suite", metavar="SLUG", help="default: the pinned one")
    parser.add_argument("--no-run", action="store_true", help="only look at the runs there are")
    parser.add_argument("--publish", action="store_true", help="put it in force when it passes")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def handle(options: dict[str, Any], output: OutputWrapper, errors: OutputWrapper) -> None:
    try:
        suite = suite_of(options)
        draft = draft_of(options)
        if not options["no_run"]:
            measure(suite, draft, progress_on(errors, "dialogues"))
        decision = decide(draft, suite) if draft else decision_in_force(suite)
        # Before anything is put in force: afterwards the draft itself would be what it is compared with.
        baseline = baseline_of(suite) if draft else decision.run
        published = bool(options["publish"] and draft and decision.passes)
        if published and draft:
            # A decision by another suite than the pinned one permits nothing: the gate then decides for itself.
            publish_draft(draft, None, decision if suite.is_pinned else None)
    except (*WRONG_USE, NoSuite, UnknownDraft) as error:
        raise wrong_use(error) from error
    except (RunIsBusy, PublicationHeld, ValueError) as error:
        raise CommandError(str(error), returncode=1) from error
    print_result(as_json(suite, draft, decision, baseline, published), options["json"], output, words)
    if not decision.passes:
        raise CommandError("Not passed: " + " ".join(decision.reasons), returncode=1)


def suite_of(options: dict[str, Any]) -> Suite:
    suite = suite_named(options["suite"]) if options["suite"] else pinned_suite()
    if suite is None:
        raise NoSuite("No suite is pinned. Pin one in the admin, or name one with --suite.")
    return suite


def draft_of(options: dict[str, Any]) -> Draft | None:
    """The draft that is meant; one is made of a version or a profile that has none yet."""
    if options["draft"]:
        found = Draft.objects.filter(pk=options["draft"]).first()
        if found is None:
            raise UnknownDraft(f"There is no draft {options['draft']}.")
        return found
    if options["prompt"]:
        slug, _slash, number = options["prompt"].partition("/")
        versions = PromptVersion.objects.filter(prompt__slug=slug, number=row_number(number))
        if not versions:
            raise UnknownDraft(f"There is no version '{options['prompt']}', use for example answer/2.")
        return find_or_make_draft(ChangeKind.PROMPT, slug, version_content(versions[0]))
    if options["profile"]:
        profile = Profile.objects.filter(slug=options["profile"]).first()
        if profile is None:
            known = ", ".join(Profile.objects.values_list("slug", flat=True))
            raise UnknownDraft(f"Unknown profile '{options['profile']}'. Known: {known}.")
        return find_or_make_draft(ChangeKind.PROFILE, ACTIVE, publication_content(profile))
    return None


def find_or_make_draft(kind: ChangeKind, target: str, content: dict[str, object]) -> Draft:
    """The draft of exactly this change; a new one is in the log of releases."""
    values = {"kind": kind, "target": target, "digest": digest(content)}
    found, is_new = Draft.objects.get_or_create(**values, defaults={"content": content})
    if is_new:
        log_draft(found, Release.Action.DRAFTED, None)
    return found


def measure(suite: Suite, draft: Draft | None, progress: Progress) -> None:
    """Runs the suite on what is in force, where that has no run yet, and on the draft. A run that stopped goes on."""
    for each in [None, draft] if draft else [None]:
        configuration = in_force().with_draft(each) if each else in_force()
        if newest(suite, configuration.fingerprint):
            continue
        open_runs = Run.objects.filter(suite=suite, fingerprint=configuration.fingerprint, kind=RunKind.DIALOGUES)
        open_runs = open_runs.filter(suite_fingerprint=suite.fingerprint()).exclude(
            state__in=[RunState.FINISHED, RunState.FAILED]
        )
        run_dialogues(open_runs.order_by("-pk").first() or start_suite(suite, draft=each), progress)


def decision_in_force(suite: Suite) -> ReleaseDecision:
    """What is in force, by the same marks: for a continuous integration."""
    run = baseline_of(suite)
    if run is None:
        return ReleaseDecision(False, ["What is in force has no finished run of this suite."])
    reasons = objections(run, suite)
    return ReleaseDecision(not reasons, reasons, run)


def as_json(
    suite: Suite, draft: Draft | None, decision: ReleaseDecision, baseline: Run | None, published: bool
) -> dict[str, Any]:
    run = decision.run
    outcomes = flips(baseline, run) if run and baseline and draft else ChangedOutcomes()
    return {
        "suite": suite.slug,
        "draft": draft.pk if draft else None,
        "change": f"{draft.kind} {draft.target}" if draft else None,
        "run": str(run.pk) if run else None,
        "baseline": str(baseline.pk) if baseline else None,
        "passes": decision.passes,
        "reasons": decision.reasons,
        "mean": run.mean if run else None,
        "interval_95": [run.low, run.high] if run and run.low is not None else None,
        "calibration": calibration_of(*([run] if run else [])),
        "pass_mark": suite.pass_mark,
        "proved_sentences": proved_json(suite, run, baseline),
        "broken_controls": run.result["cases"]["broken_controls"] if run else [],
        "repaired": [flip_json(each) for each in outcomes.repaired],
        "broken": [flip_json(each) for each in outcomes.broken],
        "published": published,
    }


def proved_json(suite: Suite, run: Run | None, baseline: Run | None) -> dict[str, object]:
    change = proved_change(baseline, run)
    return {
        "share": proved_share(run) if run else None,
        "mark": suite.proved_mark,
        "before": change.before if change else None,
        "lower": bool(change and change.is_lower),
    }


def flip_json(flip: ChangedOutcome) -> dict[str, object]:
    return {
        "question": flip.question,
        "is_control": flip.is_control,
        "before": replies(flip.before),
        "after": replies(flip.after),
        "failures": flip.after.failures or flip.before.failures,
    }


def replies(dialogue: Any) -> list[str]:
    return [turn.reply for turn in dialogue.turns.all()]


def words(data: dict[str, Any]) -> str:
    trust = "" if data["calibration"]["calibrated"] else " (uncalibrated)"
    mean = "no score" if data["mean"] is None else f"score {data['mean']:.3f}{trust}, pass mark {data['pass_mark']:.2f}"
    lines = [f"suite {data['suite']}, {data['change'] or 'what is in force'}: {mean}"]
    proved = data["proved_sentences"]
    if proved["lower"]:
        lines.append(f"  fewer sentences are proved: {proved['before']:.2f} -> {proved['share']:.2f}")
    lines += [f"  repaired: {flip['question']}" for flip in data["repaired"]]
    lines += [f"  broken: {flip['question']} ({', '.join(flip['failures'])})" for flip in data["broken"]]
    lines.append("passed" + (" and published" if data["published"] else "") if data["passes"] else "not passed")
    return "\n".join(lines)
