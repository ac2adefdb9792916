"""`manage.py evaluate gate`: runs the pinned suite on a draft and says whether it may go live."""

from typing import Any

from django.core.management.base import CommandError, CommandParser, OutputWrapper

from apps.evaluation.commands.arguments import print_result, progress_reporter, usage_error, whole_number_between
from apps.evaluation.commands.dialogues import USAGE_ERRORS, suite_named
from apps.evaluation.dialogues.run_dialogues import RunIsBusy, run_dialogues
from apps.evaluation.dialogues.run_items_concurrently import Progress
from apps.evaluation.gate.gate_actions import publish_draft
from apps.evaluation.gate.release_decision import (
    ChangedOutcome,
    ChangedOutcomes,
    ReleaseDecision,
    baseline_run,
    changed_outcomes,
    decide_release,
    find_newest_run,
    pinned_suite,
    release_objections,
)
from apps.evaluation.gate.share_of_proved_sentences import proved_change, proved_share
from apps.evaluation.gate.write_release_log import log_draft
from apps.evaluation.judging.judge_agreement_with_people import calibration_of_runs
from apps.evaluation.models import Draft, Release, Run, RunKind, RunState, Suite
from apps.evaluation.models.change_drafts_and_release_log import ChangeKind, content_digest
from apps.evaluation.planning.create_run import start_suite_run
from apps.evaluation.planning.run_configuration import configuration_in_force
from apps.llm.models import PromptVersion, version_content
from apps.llm.publication_hooks import PublicationHeld
from apps.retrieval.models import ACTIVE_PROFILE, Profile, publication_content
from apps.text.numbers.parse_database_row_id import parse_row_id


class NoSuite(LookupError):  # noqa: N818 - an answer to the person who typed the command
    """Nothing is pinned and no suite was named."""


class UnknownDraft(LookupError):  # noqa: N818 - an answer to the person who typed the name
    """No draft, version or profile of that name."""


def add_arguments(parser: CommandParser) -> None:
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--draft", type=whole_number_between(1, 10**12), metavar="NUMBER", help="a draft of the admin")
    what.add_argument("--prompt", metavar="NAME/NUMBER", help="a version of a prompt, such as answer/4")
    what.add_argument("--profile", metavar="SLUG", help="a profile that shall answer")
    parser.add_argument("--suite", metavar="SLUG", help="default: the pinned one")
    parser.add_argument("--no-run", action="store_true", help="only look at the runs there are")
    parser.add_argument("--publish", action="store_true", help="put it in force when it passes")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def handle(options: dict[str, Any], output: OutputWrapper, errors: OutputWrapper) -> None:
    try:
        suite = suite_from_options(options)
        draft = draft_from_options(options)
        if not options["no_run"]:
            run_missing_measurements(suite, draft, progress_reporter(errors, "dialogues"))
        decision = decide_release(draft, suite) if draft else decision_in_force(suite)
        # Before anything is put in force: afterwards the draft itself would be what it is compared with.
        baseline = baseline_run(suite) if draft else decision.run
        published = bool(options["publish"] and draft and decision.passes)
        if published and draft:
            # The gate decides again, by the pinned suite and what is in force at that moment.
            publish_draft(draft, None)
    except (*USAGE_ERRORS, NoSuite, UnknownDraft) as error:
        raise usage_error(error) from error
    except (RunIsBusy, PublicationHeld, ValueError) as error:
        raise CommandError(str(error), returncode=1) from error
    print_result(
        decision_as_json(suite, draft, decision, baseline, published), options["json"], output, render_decision
    )
    if not decision.passes:
        raise CommandError("Not passed: " + " ".join(decision.reasons), returncode=1)


def suite_from_options(options: dict[str, Any]) -> Suite:
    suite = suite_named(options["suite"]) if options["suite"] else pinned_suite()
    if suite is None:
        raise NoSuite("No suite is pinned. Pin one in the admin, or name one with --suite.")
    return suite


def draft_from_options(options: dict[str, Any]) -> Draft | None:
    """The draft that is meant; one is made of a version or a profile that has none yet."""
    if options["draft"]:
        found = Draft.objects.filter(pk=options["draft"]).first()
        if found is None:
            raise UnknownDraft(f"There is no draft {options['draft']}.")
        return found
    if options["prompt"]:
        slug, _slash, number = options["prompt"].partition("/")
        versions = PromptVersion.objects.filter(prompt__slug=slug, number=parse_row_id(number))
        if not versions:
            raise UnknownDraft(f"There is no version '{options['prompt']}', use for example answer/2.")
        return get_or_create_draft(ChangeKind.PROMPT, slug, version_content(versions[0]))
    if options["profile"]:
        profile = Profile.objects.filter(slug=options["profile"]).first()
        if profile is None:
            known = ", ".join(Profile.objects.values_list("slug", flat=True))
            raise UnknownDraft(f"Unknown profile '{options['profile']}'. Known: {known}.")
        return get_or_create_draft(ChangeKind.PROFILE, ACTIVE_PROFILE, publication_content(profile))
    return None


def get_or_create_draft(kind: ChangeKind, target: str, content: dict[str, object]) -> Draft:
    """The draft of exactly this change; a new one is in the log of releases."""
    values = {"kind": kind, "target": target, "digest": content_digest(content)}
    found, is_new = Draft.objects.get_or_create(**values, defaults={"content": content})
    if is_new:
        log_draft(found, Release.Action.DRAFTED, None)
    return found


def run_missing_measurements(suite: Suite, draft: Draft | None, progress: Progress) -> None:
    """Runs the suite on what is in force, where that has no run yet, and on the draft. A run that stopped goes on."""
    for each in [None, draft] if draft else [None]:
        configuration = configuration_in_force().with_draft(each) if each else configuration_in_force()
        if find_newest_run(suite, configuration.fingerprint):
            continue
        open_runs = Run.objects.filter(suite=suite, fingerprint=configuration.fingerprint, kind=RunKind.DIALOGUES)
        open_runs = open_runs.filter(suite_fingerprint=suite.fingerprint()).exclude(
            state__in=[RunState.FINISHED, RunState.FAILED]
        )
        run_dialogues(open_runs.order_by("-pk").first() or start_suite_run(suite, draft=each), progress)


def decision_in_force(suite: Suite) -> ReleaseDecision:
    """What is in force, by the same marks: for a continuous integration."""
    run = baseline_run(suite)
    if run is None:
        return ReleaseDecision(False, ["What is in force has no finished run of this suite."])
    reasons = release_objections(run, suite)
    return ReleaseDecision(not reasons, reasons, run)


def decision_as_json(
    suite: Suite, draft: Draft | None, decision: ReleaseDecision, baseline: Run | None, published: bool
) -> dict[str, Any]:
    run = decision.run
    outcomes = changed_outcomes(baseline, run) if run and baseline and draft else ChangedOutcomes()
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
        "calibration": calibration_of_runs(*([run] if run else [])),
        "pass_mark": suite.pass_mark,
        "proved_sentences": proved_sentences_as_json(suite, run, baseline),
        "broken_controls": run.result["cases"]["broken_controls"] if run else [],
        "repaired": [changed_outcome_as_json(each) for each in outcomes.repaired],
        "broken": [changed_outcome_as_json(each) for each in outcomes.broken],
        "published": published,
    }


def proved_sentences_as_json(suite: Suite, run: Run | None, baseline: Run | None) -> dict[str, object]:
    change = proved_change(baseline, run)
    return {
        "share": proved_share(run) if run else None,
        "mark": suite.proved_mark,
        "before": change.before if change else None,
        "lower": bool(change and change.is_lower),
    }


def changed_outcome_as_json(flip: ChangedOutcome) -> dict[str, object]:
    return {
        "question": flip.question,
        "is_control": flip.is_control,
        "before": dialogue_replies(flip.before),
        "after": dialogue_replies(flip.after),
        "failures": flip.after.failures or flip.before.failures,
    }


def dialogue_replies(dialogue: Any) -> list[str]:
    return [turn.reply for turn in dialogue.turns.all()]


def render_decision(data: dict[str, Any]) -> str:
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
