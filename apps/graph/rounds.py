"""extract, round by round: all texts first, then those with more to say, until nothing is missing."""

from collections.abc import Sequence

from asgiref.sync import async_to_sync

from apps.graph import extracting
from apps.graph.asking import Asker
from apps.graph.asking_once import Question
from apps.graph.reading import Piece
from apps.graph.records import Records
from apps.graph.wording import Wording
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
                self.ask(dict(extracting.next_round(self.pieces, self.said, wording, model, budget)))
            else:
                self.ask(dict(extracting.first_round(self.pieces, wording, model, budget)))
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
        found = extracting.found_in(said)
        if found.malformed:
            self.asker.problem(extracting.about(piece), f"{found.malformed} malformed records")
        elif not found and any(map(extracting.is_unreadable, said)):
            self.asker.problem(extracting.about(piece), "unreadable")
        return found
