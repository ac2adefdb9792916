"""`manage.py search QUESTION`: what a search finds, with each step, without asking a language model."""

import json
from typing import Any

from asgiref.sync import async_to_sync
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.llm.call_ledger import Ledger
from apps.llm.errors import ModelError
from apps.retrieval.algorithms import ALGORITHMS, UnknownAlgorithm
from apps.retrieval.preparation.active_retrieval_profile import NoActiveProfile
from apps.retrieval.preparation.readable_collections import UnknownCollection
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.query.command_line_filters import add_filter_arguments, parse_filter_options, replace_invalid_utf8
from apps.retrieval.query.types import SearchStep
from apps.retrieval.search.search import search
from apps.retrieval.search.search_result import FoundDocument, SearchResult

WRONG_USE = (UnknownAlgorithm, UnknownCollection, NoActiveProfile, ValueError)
SHOWN = 200
"""Characters of a passage in the list for people; the JSON has all of it."""


class Command(BaseCommand):
    help = "Search the documents and show what was found, by which step."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("question", type=replace_invalid_utf8)
        parser.add_argument("--collection", action="append", metavar="SLUG", help="may be repeated; default: all")
        parser.add_argument(
            "--algorithm", metavar="SLUG", help=f"default: the active profile's; {', '.join(ALGORITHMS)}"
        )
        parser.add_argument("--limit", type=int, metavar="N", help="documents; default: the active profile's")
        add_filter_arguments(parser)
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *, question: str, json: bool, **options: Any) -> None:
        ledger = Ledger()
        try:
            request = SearchRequest(
                # Whoever may run commands can read the database anyway.
                user=User(is_superuser=True),
                collections=options["collection"],
                algorithm=options["algorithm"],
                limit=options["limit"],
                filters=parse_filter_options(options),
            )
            if not question.replace("\0", "").strip():
                raise ValueError("The question is empty.")
            # Not asyncio.run: here the queries of the search use this thread's connection.
            result = async_to_sync(search)(question, request, ledger=ledger)
        except WRONG_USE as error:
            raise CommandError(str(error), returncode=2) from error
        except ModelError as error:
            raise CommandError(str(error), returncode=1) from error
        finally:
            ledger.save("search")
        self.stdout.write(result_as_json(result) if json else listing(result))


def result_as_json(result: SearchResult) -> str:
    return json.dumps(result.as_json(), ensure_ascii=False)


def listing(result: SearchResult) -> str:
    lines = [line for number, document in enumerate(result.documents, 1) for line in lines_of(number, document)]
    lines += [f"  {step.name}: {step_outcome(step)} in {step.seconds * 1000:.1f} ms" for step in result.steps]
    return "\n".join([result.explanation, *lines] if result.explanation else lines)


def step_outcome(step: SearchStep) -> str:
    return f"failed ({step.detail['failed']})" if "failed" in step.detail else str(step.found)


def lines_of(number: int, document: FoundDocument) -> list[str]:
    head = f"{number}. {document.title or document.external_id} ({document.score:.3f}) {document.url}"
    passages = [
        f"   {passage.kind if passage.page is None else passage.page}: {' '.join(passage.text.split())[:SHOWN]}"
        for passage in document.passages
    ]
    return [head, *passages]
