"""`manage.py evaluate hit-rate`: how often a search finds the document and the page that a question came from."""

import argparse
import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.evaluation.measuring import Measurement, measure
from apps.evaluation.questions import BadQuestions, read_questions
from apps.llm.errors import ModelError
from apps.retrieval.algorithms import ALGORITHMS, UnknownAlgorithm, get_algorithm
from apps.retrieval.profiles import NoActiveProfile
from apps.retrieval.search import UnknownCollection
from apps.retrieval.types import Algorithm

WRONG_USE = (BadQuestions, UnknownAlgorithm, UnknownCollection, NoActiveProfile)
DEEPEST = 40


class Command(BaseCommand):
    help = "Measure what searches find."

    def add_arguments(self, parser: CommandParser) -> None:
        measures = parser.add_subparsers(dest="measure", required=True)
        hit_rate = measures.add_parser("hit-rate", help="questions with known documents")
        hit_rate.add_argument("--questions", required=True, type=Path, metavar="FILE.jsonl")
        hit_rate.add_argument("--collection", action="append", metavar="SLUG", help="may be repeated; default: all")
        hit_rate.add_argument(
            "--algorithms", default="all", metavar="A,B", help=f"default: all ({', '.join(ALGORITHMS)})"
        )
        hit_rate.add_argument("--at", default="1,3,10", type=depths, metavar="N,N", help="default: 1,3,10")
        hit_rate.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, **options: Any) -> None:
        try:
            measurement = measure(
                read_questions(options["questions"]),
                algorithms=chosen(options["algorithms"]),
                collections=options["collection"],
                at=options["at"],
                show_progress=self.stderr.isatty(),
            )
        except WRONG_USE as error:
            raise CommandError(str(error), returncode=2) from error
        except ModelError as error:
            raise CommandError(str(error), returncode=1) from error
        self.stdout.write(
            json.dumps(measurement.as_json(), ensure_ascii=False) if options["json"] else table(measurement)
        )
        if measurement.unknown_documents:
            names = ", ".join(measurement.unknown_documents[:5])
            raise CommandError(
                f"{len(measurement.unknown_documents)} expected documents are in none of the collections: {names}",
                returncode=1,
            )


def chosen(names: str) -> list[Algorithm]:
    if names == "all":
        return list(ALGORITHMS.values())
    return [get_algorithm(name.strip()) for name in names.split(",")]


def depths(text: str) -> list[int]:
    """Ranks to look at, such as 1,3,10. Raises argparse.ArgumentTypeError."""
    numbers = [int(part) for part in text.split(",") if part.strip().isdecimal()]
    if len(numbers) != text.count(",") + 1 or not all(1 <= number <= DEEPEST for number in numbers):
        raise argparse.ArgumentTypeError(f"'{text}' is no list of ranks from 1 to {DEEPEST}, such as 1,3,10")
    return sorted(set(numbers))


def table(measurement: Measurement) -> str:
    lines = [f"{measurement.questions} questions"]
    for name, figures in measurement.algorithms.items():
        documents = " ".join(f"{depth}: {rate:.3f}" for depth, rate in figures["hit_rate"].items())
        pages = " ".join(f"{depth}: {rate:.3f}" for depth, rate in figures["page_hit_rate"].items() if rate is not None)
        lines.append(f"{name:24} documents {documents}  pages {pages or 'not asked'}  MRR {figures['mrr']:.3f}")
    return "\n".join(lines)
