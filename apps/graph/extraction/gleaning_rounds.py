"""Gleaning: rounds of extraction, first of all texts, then of those that may hold more."""

from collections.abc import Sequence

from asgiref.sync import async_to_sync
from django.utils.translation import gettext as _

from apps.graph.extraction import extraction_requests
from apps.graph.extraction.load_text_units import TextUnit
from apps.graph.extraction.parse_records import ExtractedRecords
from apps.graph.model_calls.budgeted_model import BudgetedModel
from apps.graph.model_calls.build_stopped_errors import BuildStopped
from apps.graph.model_calls.concurrent_requests import ModelRequest
from apps.graph.model_calls.model_client import BuildModelClient

MOST_UNREADABLE = 0.1
"""Of the texts: a graph that lacks more is not switched to. A single odd page never holds up all the others."""
UNREADABLE = frozenset({"garbage", "empty"})


class GleaningRounds:
    """`keys` are those of the replies that were used; what cannot be read is among the problems of the client."""

    def __init__(self, pieces: Sequence[TextUnit], model: BudgetedModel, client: BuildModelClient) -> None:
        self.pieces, self.model, self.client = pieces, model, client
        self.replies: dict[str, list[str]] = {piece.text_hash: [] for piece in pieces}
        self.keys: list[str] = []

    def records(self, rounds: int) -> list[ExtractedRecords]:
        """The records of each piece after so many rounds, one at least; in the order of the pieces.

        Runs an event loop of its own for the calls. Raises BuildStopped.
        """
        first = dict(extraction_requests.first_round(self.pieces, self.model))
        self.ask(first)
        self.check_readable(first)
        for _later_round in range(1, rounds):
            self.ask(dict(extraction_requests.next_round(self.pieces, self.replies, self.model)))
        return [self.read(piece) for piece in self.pieces]

    def ask(self, questions: dict[str, ModelRequest]) -> None:
        """Each reply is kept by itself, as a finished call."""
        replies = async_to_sync(self.client.ask)("extract", list(questions.values()))
        for text_hash, question in questions.items():
            self.keys.append(question.key)
            if isinstance(reply := replies.get(question.key), str):
                self.replies[text_hash].append(reply)

    def read(self, piece: TextUnit) -> ExtractedRecords:
        found = extraction_requests.parse_all_records(self.replies[piece.text_hash])
        if found.malformed:
            self.client.problem(extraction_requests.unit_label(piece), f"{found.malformed} malformed records")
        return found

    def check_readable(self, questions: dict[str, ModelRequest]) -> None:
        """Raises BuildStopped when too many texts have brought nothing that can be read."""
        number = sum(self.client.lost.get(question.key) in UNREADABLE for question in questions.values())
        if number and (number == len(questions) or number > max(1, MOST_UNREADABLE * len(questions))):
            said = _("%(number)d of %(total)d pieces of text got replies that cannot be read; they are asked again.")
            raise BuildStopped(said % {"number": number, "total": len(questions)})
