"""What of a conversation goes into the next question: the last turns, within a budget."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.chat.proof.citation_markers import MARKER
from apps.text.estimate_tokens import estimate_tokens

MOST_TURNS = 20
MOST_TOKENS = 12_000
NOT_FINISHED = "(Diese Antwort wurde abgebrochen.)"
COMPLETE_STATES = frozenset({"done", "refused"})


@dataclass(frozen=True, slots=True)
class PastTurn:
    question: str
    answer: str
    state: str


def turns_to_remember(turns: Sequence[PastTurn], *, budget_tokens: int = MOST_TOKENS) -> list[tuple[str, str]]:
    """Questions with their answers, oldest first; the newest are kept when the budget is too small.

    An answer that was interrupted is named as such: what it said so far must not count as what the documents say.
    """
    kept: list[tuple[str, str]] = []
    for turn in reversed(turns[-MOST_TURNS:]):
        pair = (turn.question, answer_of(turn))
        budget_tokens -= estimate_tokens(pair[0]) + estimate_tokens(pair[1])
        if budget_tokens < 0:
            break
        kept.append(pair)
    return kept[::-1]


def answer_of(turn: PastTurn) -> str:
    # The numbers of old sources would be taken for those of the new ones.
    return MARKER.sub("", turn.answer).strip() if turn.state in COMPLETE_STATES else NOT_FINISHED
