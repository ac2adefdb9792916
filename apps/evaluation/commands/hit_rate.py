"""`manage.py evaluate hit-rate`: how often a search finds the document and the page that a question came from."""

import argparse
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser, OutputWrapper

from apps.evaluation.commands.arguments import (
    add_common_arguments,
    parse_name_list,
    parse_pass_mark,
    print_result,
    usage_error,
)
from apps.evaluation.commands.dialogues import suite_named
from apps.evaluation.hit_rates.hit_rate_runs import (
    load_ranked_questions,
    shown_depth,
    shown_hit_rate,
    store_hit_rate_run,
)
from apps.evaluation.hit_rates.measure_hit_rates import Measurement, measure_hit_rates
from apps.evaluation.models import Suite
from apps.evaluation.planning.question_files import BadQuestions, read_ranked_questions
from apps.evaluation.planning.variants import UnknownVariant, profile_named
from apps.llm.errors import ModelError
from apps.retrieval.algorithms import ALGORITHMS, SEARCHING_ALGORITHMS, UnknownAlgorithm, get_algorithm
from apps.retrieval.preparation.active_retrieval_profile import NoActiveProfile
from apps.retrieval.preparation.readable_collections import UnknownCollection
from apps.retrieval.query.types import Algorithm

USAGE_ERRORS = (
    BadQuestions, UnknownAlgorithm, UnknownCollection, UnknownVariant, NoActiveProfile, Suite.DoesNotExist,
)  # fmt: skip
DEEPEST = 40


def add_arguments(parser: CommandParser) -> None:
    asked = parser.add_mutually_exclusive_group(required=True)
    asked.add_argument("--questions", type=Path, metavar="FILE.jsonl")
    asked.add_argument("--suite", metavar="SLUG", help="cases of a suite with expected documents")
    parser.add_argument("--algorithms", metavar="A,B|all", help=f"default: {', '.join(SEARCHING_ALGORITHMS)}")
    parser.add_argument("--profiles", type=parse_name_list, metavar="A,B", help="saved profiles instead of algorithms")
    parser.add_argument(
        "--own-limits", action="store_true", help="each profile with its own candidate pool; default: the same for all"
    )
    parser.add_argument("--at", default="1,3,10", type=parse_ranks, metavar="N,N", help="default: 1,3,10")
    parser.add_argument(
        "--pass-mark", type=parse_pass_mark, metavar="0.9", help="exit 1 when a hit rate at 3 is below it"
    )
    add_common_arguments(parser)


def handle(options: dict[str, Any], output: OutputWrapper, errors: OutputWrapper) -> None:
    try:
        suite = suite_named(options["suite"]) if options["suite"] else None
        measurement = measure_hit_rates(
            load_ranked_questions(suite) if suite else read_ranked_questions(options["questions"]),
            algorithms=algorithms_from_options(options),
            profiles=[profile_named(slug) for slug in options["profiles"] or []],
            collections=options["collection"],
            at=options["at"],
            own_limits=options["own_limits"],
            show_progress=errors.isatty() and sys.stderr.isatty(),
        )
    except USAGE_ERRORS as error:
        raise usage_error(error) from error
    except ModelError as error:
        raise CommandError(str(error), returncode=1) from error
    run = store_hit_rate_run(measurement, str(suite or options["questions"].name), suite)
    print_result(
        {"run": str(run.pk), **measurement.as_json()},
        options["json"],
        output,
        lambda _data: render_hit_rate_table(measurement),
    )
    raise_if_insufficient(measurement, options["pass_mark"])


def algorithms_from_options(options: dict[str, Any]) -> list[Algorithm]:
    """Returns the algorithms that search, unless some or all are named, or profiles are."""
    if options["algorithms"] is None and options["profiles"]:
        return []
    if options["algorithms"] is None:
        return list(SEARCHING_ALGORITHMS.values())
    if options["algorithms"] == "all":
        return list(ALGORITHMS.values())
    return [get_algorithm(name.strip()) for name in options["algorithms"].split(",")]


def parse_ranks(text: str) -> list[int]:
    """Ranks to look at, such as 1,3,10. Raises argparse.ArgumentTypeError."""
    numbers = [int(part) for part in text.split(",") if part.strip().isdecimal()]
    if len(numbers) != text.count(",") + 1 or not all(1 <= number <= DEEPEST for number in numbers):
        raise argparse.ArgumentTypeError(f"'{text}' is no list of ranks from 1 to {DEEPEST}, such as 1,3,10")
    return sorted(set(numbers))


def render_hit_rate_table(measurement: Measurement) -> str:
    lines = [f"{measurement.questions} questions"]
    for name, figures in measurement.algorithms.items():
        documents = " ".join(f"{depth}: {rate:.3f}" for depth, rate in figures["hit_rate"].items())
        pages = " ".join(f"{depth}: {rate:.3f}" for depth, rate in figures["page_hit_rate"].items() if rate is not None)
        lines.append(f"{name:24} documents {documents}  pages {pages or 'not asked'}  MRR {figures['mrr']:.3f}")
    for pair in measurement.comparisons:
        lines.append(
            f"{pair['a']} against {pair['b']} at {pair['at']}: only {pair['a']} {pair['only_a']}, only {pair['b']} "
            f"{pair['only_b']}, p {pair['p_holm']:.4f}: {pair['verdict']}"
        )
        lines += [f"  {flip['found_by']} alone: {flip['question'][:100]}" for flip in pair.get("flipped", [])[:20]]
    return "\n".join(lines)


def raise_if_insufficient(measurement: Measurement, pass_mark: float | None) -> None:
    """Raises CommandError, exit status 1."""
    if measurement.unknown_documents:
        names = ", ".join(measurement.unknown_documents[:5])
        raise CommandError(
            f"{len(measurement.unknown_documents)} expected documents are in none of the collections: {names}",
            returncode=1,
        )
    if pass_mark is None:
        return
    for name, figures in measurement.algorithms.items():
        depth = shown_depth(figures)
        if shown_hit_rate(figures) < pass_mark:
            reached = figures["hit_rate"][depth]
            raise CommandError(f"{name} is below the pass mark {pass_mark:g}: {reached} at {depth}.", returncode=1)
