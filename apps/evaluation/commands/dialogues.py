"""`manage.py evaluate dialogues`: personas ask, the assistant answers, a judge scores."""

from decimal import Decimal
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser, OutputWrapper

from apps.evaluation.commands.arguments import (
    add_common_arguments,
    format_spending,
    parse_money,
    parse_name_list,
    parse_pass_mark,
    print_result,
    progress_reporter,
    usage_error,
    whole_number_between,
)
from apps.evaluation.dialogues.run_dialogues import RunIsBusy, run_dialogues
from apps.evaluation.dialogues.stopped_and_stalled_runs import reopen_run
from apps.evaluation.models import Run, RunKind, RunState, Suite
from apps.evaluation.planning.create_run import (
    OpeningQuestion,
    RunOptions,
    create_dialogue_run,
    find_unfinished_run,
    opening_question,
    run_options_of_suite,
    start_suite_run,
)
from apps.evaluation.planning.personas import UnknownPersona
from apps.evaluation.planning.question_files import BadQuestions, read_opening_questions
from apps.evaluation.planning.run_configuration import Configuration, DraftTargetMissing, configuration_in_force
from apps.evaluation.planning.variants import UnknownVariant, configuration_named
from apps.retrieval.preparation.active_retrieval_profile import NoActiveProfile
from apps.retrieval.preparation.readable_collections import UnknownCollection

USAGE_ERRORS = (
    BadQuestions, UnknownPersona, UnknownCollection, UnknownVariant, NoActiveProfile, DraftTargetMissing,
    Suite.DoesNotExist,
)  # fmt: skip


def add_arguments(parser: CommandParser) -> None:
    asked = parser.add_mutually_exclusive_group(required=True)
    asked.add_argument("--suite", metavar="SLUG", help="cases of a suite")
    asked.add_argument("--queries", type=Path, metavar="FILE.jsonl", help="records with 'question' and maybe 'persona'")
    asked.add_argument(
        "--resume", type=whole_number_between(1, 10**12), metavar="RUN", help="go on with a run that stopped"
    )
    parser.add_argument("--personas", type=parse_name_list, metavar="A,B", help="default: all active ones")
    parser.add_argument(
        "--turns", type=whole_number_between(1, 10), metavar="N", help="at most; default: 3, or the suite's"
    )
    parser.add_argument(
        "--seed", type=whole_number_between(0, 2**31 - 1), metavar="N", help="of the draw of personas; default: 42"
    )
    parser.add_argument(
        "--judges", type=whole_number_between(0, 9), metavar="N", help="judgements of each turn; 0: no judge"
    )
    parser.add_argument(
        "--vote",
        choices=["mean", "majority"],
        help="several judgements as one; ties by their mean",
    )
    parser.add_argument(
        "--claims", action="store_true", help="measure by statements, too: up to five more calls a turn"
    )
    parser.add_argument(
        "--aspect", action="append", metavar="TEXT", help="shall hold of each whole dialogue; may be repeated"
    )
    parser.add_argument(
        "--aspect-votes", type=whole_number_between(1, 9), metavar="N", help="on each aspect, made odd; default: 3"
    )
    parser.add_argument("--variant", metavar="NAME", help="a profile, prompt:answer/3 or model:NAME, not in force")
    parser.add_argument(
        "--pass-mark", type=parse_pass_mark, metavar="0.9", help="exit 1 below it; default: the suite's"
    )
    parser.add_argument("--budget", type=parse_money, metavar="2.50", help="stop there")
    parser.add_argument("--new", action="store_true", help="begin anew, even if the same run broke off before")
    add_common_arguments(parser)


def handle(options: dict[str, Any], output: OutputWrapper, errors: OutputWrapper) -> None:
    """Raises CommandError with the exit status that reference.md promises."""
    try:
        run = find_or_start_run(options, errors)
        run_dialogues(run, progress_reporter(errors, "dialogues"))
    except USAGE_ERRORS as error:
        raise usage_error(error) from error
    except RunIsBusy as error:
        raise CommandError(str(error), returncode=1) from error
    print_result(run.result, options["json"], output, render_run_result)
    raise_if_insufficient(run, options["pass_mark"])


def resumed_run(number: int, budget: Decimal | None) -> Run:
    """The run with that number, waiting again. Raises CommandError where there is none."""
    found = Run.objects.filter(pk=number, kind=RunKind.DIALOGUES).first()
    if found is None:
        raise CommandError(f"There is no run {number} of dialogues.", returncode=2)
    reopen_run(found)
    return found if budget is None else found.with_budget(budget)


def find_or_start_run(options: dict[str, Any], errors: OutputWrapper) -> Run:
    if options["resume"]:
        return resumed_run(options["resume"], options["budget"])
    suite = suite_named(options["suite"]) if options["suite"] else None
    configuration = configuration_named(options["variant"]) if options["variant"] else configuration_in_force()
    run_options = merge_run_options(options, suite)
    queries = load_opening_questions(suite) if suite else read_opening_questions(options["queries"])
    earlier = None if options["new"] else find_unfinished_run(queries, run_options, configuration)
    if earlier:
        errors.write(f"Run {earlier.pk} asked the same and broke off; it goes on. With --new it would begin anew.")
        return earlier.with_budget(run_options.budget)
    return create_run(queries, run_options, configuration, suite, options)


def create_run(
    queries: list[OpeningQuestion],
    run_options: RunOptions,
    configuration: Configuration,
    suite: Suite | None,
    options: dict[str, Any],
) -> Run:
    if suite:
        variant = configuration if options["variant"] else None
        return start_suite_run(suite, variant=variant, options=run_options, title=options["variant"] or "")
    return create_dialogue_run(queries, run_options, configuration, title=options["variant"] or options["queries"].name)


def suite_named(slug: str) -> Suite:
    """Raises Suite.DoesNotExist with a sentence."""
    suite = Suite.objects.filter(slug=slug).first()
    if suite is None:
        known = ", ".join(Suite.objects.values_list("slug", flat=True)) or "none"
        raise Suite.DoesNotExist(f"Unknown suite '{slug}'. Known: {known}.")
    return suite


def load_opening_questions(suite: Suite) -> list[OpeningQuestion]:
    queries = [opening_question(case) for case in suite.active_cases()]
    if not queries:
        raise BadQuestions(f"Suite '{suite.slug}' has no active case.")
    return queries


def merge_run_options(options: dict[str, Any], suite: Suite | None) -> RunOptions:
    """The suite's, where the command line says nothing else."""
    base = run_options_of_suite(suite) if suite else RunOptions()
    given = {
        "collections": options["collection"],
        "personas": options["personas"],
        "turns": options["turns"],
        "seed": options["seed"],
        "judges": options["judges"],
        "vote": options["vote"],
        "judges_claims": options["claims"] or None,
        "aspects": options["aspect"],
        "aspect_votes": options["aspect_votes"],
        "pass_mark": options["pass_mark"],
        "budget": options["budget"],
    }
    known = {name: getattr(base, name) if value is None else value for name, value in given.items()}
    return RunOptions(**known)


def render_run_result(result: dict[str, Any]) -> str:
    turns = ", ".join(f"{number} {state}" for state, number in result["turns"].items())
    lines = [f"run {result['run']}: {result['dialogues']} dialogues, turns: {turns}"]
    if result["mean"] is None:
        lines.append("mean score: none")
    else:
        low, high = result["interval_95"]
        lines.append(f"mean score {result['mean']:.3f} (95 %: {low:.3f} to {high:.3f})")
    if not result["calibration"]["calibrated"]:
        lines.append(
            "The judge is uncalibrated: too few people have marked answers that this model has judged with this prompt "
            "in this language, or they disagree with it."
        )
    trusted = result["calibration"].get("calibrated_criteria", [])
    lines += [
        f"  {name}: {value:.2f} of 5{'' if name in trusted else ' (uncalibrated)'}"
        for name, value in result["criteria"].items()
    ]
    for name, figure in {**result["metrics"], **result["claims"]}.items():
        if figure["mean"] is not None:
            # People mark replies, not statements: no judge of statements is ever confirmed.
            trust = " (uncalibrated)" if name in result["claims"] else ""
            lines.append(
                f"  {name}: {figure['mean']:.3f}{trust} ({figure['turns']} turns, undefined in {figure['undefined']})"
            )
    lines += [format_aspect(each) for each in result.get("aspects", [])]
    for turn in result["weak_turns"]:
        lines.append(f"  weak: dialogue {turn['dialogue']}, turn {turn['turn']}, {turn['score']:.2f}: {turn['reason']}")
    lines.append(f"{result['model_calls']} calls, {format_spending(result)}")
    return "\n".join(lines)


def format_aspect(each: dict[str, Any]) -> str:
    unread = each["unparsable"] + each["failed"]
    broken = ", ".join(map(str, each["broken_in"])) or "none"
    return f"  {each['aspect']}: holds of {each['holds']} dialogues, broken in {broken} (uncalibrated; {unread} unread)"


def raise_if_insufficient(run: Run, pass_mark: float | None) -> None:
    """Raises CommandError, exit status 1, when the run is not good enough or not complete."""
    mark = run.pass_mark if pass_mark is None else pass_mark
    if run.state != RunState.FINISHED:
        how = "was stopped" if run.is_to_stop else "stopped at its budget"
        raise CommandError(f"Run {run.pk} {how}; --resume {run.pk} goes on.", returncode=1)
    if failed := run.result["turns"]["failed"]:
        raise CommandError(f"{failed} turns failed.", returncode=1)
    if mark is not None and (run.mean is None or run.mean < mark):
        reached = "nothing was scored" if run.mean is None else f"the score is {run.mean:.3f}"
        raise CommandError(f"Below the pass mark {mark:g}: {reached}.", returncode=1)
    if run.mean is None and run.options["judges"]:
        raise CommandError("Nothing could be scored.", returncode=1)
