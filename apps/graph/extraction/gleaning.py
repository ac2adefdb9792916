"""extract, round by round: all texts first, then those with more to say, until nothing is missing."""

from collections.abc import Sequence

from asgiref.sync import async_to_sync

from apps.graph.extraction import extract
from apps.graph.extraction.records import Records
from apps.graph.extraction.text_units import Piece
from apps.graph.model_calls.asker import Asker
from apps.graph.model_calls.cached_round import Question
from apps.graph.model_calls.prompts import Wording
from apps.llm.types import LanguageModel


class Rounds:
    """`keys` are those of the replies that were used; what could not be read is named in the problems of the asker."""

    def __init__(self, pieces: Sequence[Piece], wording: Wording, model: LanguageModel, asker: Asker) -> None:
        self.pieces, self.wording, self.model, self.asker = pieces, wording, model, asker
        self.said: dict[str, list[str]] = {piece.text_hash: [] for piece in pieces}
        self.keys: list[str] = []

    def records(self, rounds: int) -> list[Records]:
        """Of each piece, in their order. Sync; enters the event loop for calls. Raises BuildStopped."""
        wording, model, budget = self.wording, self.model, self.asker.budget
        for number in range(rounds):
            if number:
                self.ask(dict(extract.next_round(self.pieces, self.said, wording, model, budget)))
            else:
                self.ask(dict(extract.first_round(self.pieces, wording, model, budget)))
        return [self.read(piece) for piece in self.pieces]

    def ask(self, questions: dict[str, Question]) -> None:
        """Each reply is kept by itself, as a finished call."""
        replies = async_to_sync(self.asker.ask)("extract", list(questions.values()))
        for text_hash, question in questions.items():
            self.keys.append(question.key)
            if isinstance(reply := replies.get(question.key), str):
                self.said[text_hash].append(reply)

    def read(self, piece: Piece) -> Records:
        said = self.said[piece.text_hash]
        found = extract.found_in(said)
        if found.malformed:
            self.asker.problem(extract.about(piece), f"{found.malformed} malformed records")
        elif not found and any(map(extract.is_unreadable, said)):
            self.asker.problem(extract.about(piece), "unreadable")
        return found
