"""`manage.py evaluate compare A B`: two variants answer the same questions, a judge sees both orders."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser, OutputWrapper

from apps.evaluation.commands.arguments import (
    add_common_arguments,
    format_spending,
    parse_money,
    parse_pass_mark,
    print_result,
    progress_reporter,
    usage_error,
    whole_number_between,
)
from apps.evaluation.commands.dialogues import USAGE_ERRORS, load_opening_questions, suite_named
from apps.evaluation.comparisons.run_comparison import FEWEST_REPEATS, run_comparison, start_comparison
from apps.evaluation.dialogues.run_dialogues import RunIsBusy
from apps.evaluation.models import Run, RunState
from apps.evaluation.planning.question_files import read_opening_questions

STOPPED_AT_BUDGET = "stopped at its budget; the same command with a larger --budget"


def add_arguments(parser: CommandParser) -> None:
    parser.add_argument("a", metavar="PROFILE_A", help="a profile, prompt:answer/3 or model:NAME")
    parser.add_argument("b", metavar="PROFILE_B")
    asked = parser.add_mutually_exclusive_group(required=True)
    asked.add_argument("--questions", type=Path, metavar="FILE.jsonl")
    asked.add_argument("--suite", metavar="SLUG")
    parser.add_argument(
        "--repeats", type=whole_number_between(FEWEST_REPEATS, 20), default=4, metavar="N",
        help="judgements of each question, the order changes each time; default: 4",
    )  # fmt: skip
    parser.add_argument(
        "--pass-mark",
        type=parse_pass_mark,
        metavar="0.5",
        help="exit 1 when A wins less often than that by some criterion",
    )
    parser.add_argument("--budget", type=parse_money, metavar="2.50", help="stop there")
    add_common_arguments(parser)


def handle(options: dict[str, Any], output: OutputWrapper, errors: OutputWrapper) -> None:
    try:
        queries = (
            load_opening_questions(suite_named(options["suite"]))
            if options["suite"]
            else read_opening_questions(options["questions"])
        )
        run = start_comparison(
            options["a"],
            options["b"],
            queries,
            repeats=options["repeats"],
            collections=options["collection"],
            budget=options["budget"],
        )
        run_comparison(run, progress_reporter(errors, "questions"))
    except USAGE_ERRORS as error:
        raise usage_error(error) from error
    except RunIsBusy as error:
        raise CommandError(str(error), returncode=1) from error
    print_result(run.result, options["json"], output, render_comparison_result)
    if run.state != RunState.FINISHED:
        stopped = "was stopped; the same command" if run.is_to_stop else STOPPED_AT_BUDGET
        raise CommandError(f"Run {run.pk} {stopped} goes on.", returncode=1)
    if failed := run.result["failed"]:
        raise CommandError(f"{failed} answers or judgements failed.", returncode=1)
    raise_if_insufficient(run, options["pass_mark"])


def raise_if_insufficient(run: Run, pass_mark: float | None) -> None:
    """Raises CommandError, exit status 1; also when no judgement could be read, with or without a pass mark."""
    criteria = run.result["criteria"]
    if criteria and all(row["win_rate_a"] is None for row in criteria.values()):
        raise CommandError("Nothing could be decided: no judgement could be read.", returncode=1)
    if pass_mark is None:
        return
    for name, row in run.result["criteria"].items():
        if (row["win_rate_a"] or 0.0) < pass_mark:
            raise CommandError(f"Below the pass mark {pass_mark:g}: {name}, {row['win_rate_a']}.", returncode=1)


def render_comparison_result(result: dict[str, Any]) -> str:
    lines = [f"run {result['run']}: A is {result['a']}, B is {result['b']}, {result['questions']} questions"]
    for name, row in result["criteria"].items():
        low, high = row["interval_95"]
        rate = "-" if row["win_rate_a"] is None else f"{row['win_rate_a']:.2f}"
        lines.append(
            f"{name:18} A {row['wins_a']}, B {row['wins_b']}, ties {row['ties']}; A wins {rate} "
            f"(95 %: {low:.2f} to {high:.2f}), p {row['p_holm']:.3f}: {row['verdict']}"
        )
    disagreements, unparsable = result["order_disagreements"], result["unparsable"]
    lines.append(f"orders disagree in {disagreements} questions, {unparsable} replies could not be read")
    return "\n".join([*lines, format_spending(result)])
