"""The history of a conversation that goes into the next question: the last turns, within a budget."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from apps.chat.reply_parsing.parse_markers_and_quotes import MARKER
from apps.llm.types import LanguageModel
from apps.text.estimate_tokens import estimate_tokens

MOST_TURNS = 20
MOST_TOKENS = 12_000
NOT_FINISHED = "(Diese Antwort wurde abgebrochen.)"
CUT = "(Diese Antwort wurde hier abgeschnitten; sie ist unvollständig.)"
CUT_KINDS = frozenset({"cut_off", "content_filter"})
"""Kinds of warnings of answers that end before their end."""
COMPLETE_STATES = frozenset({"done", "refused"})


@dataclass(frozen=True, slots=True)
class PastTurn:
    question: str
    answer: str
    state: str
    is_cut: bool = False
    """The model stopped before the end: too long, or by its own filter."""


def turns_to_remember(turns: Sequence[PastTurn], *, budget_tokens: int = MOST_TOKENS) -> list[tuple[str, str]]:
    """Questions with their answers, oldest first; the newest are kept when the budget is too small.

    An answer that was interrupted is named as such: what it said so far must not count as what the documents say. One
    that was cut says where.
    """
    kept: list[tuple[str, str]] = []
    for turn in reversed(turns[-MOST_TURNS:]):
        pair = (turn.question, answer_for_history(turn))
        budget_tokens -= estimate_tokens(pair[0]) + estimate_tokens(pair[1])
        if budget_tokens < 0:
            break
        kept.append(pair)
    return kept[::-1]


def answer_for_history(turn: PastTurn) -> str:
    # The numbers of old sources would be taken for those of the new ones.
    if turn.state not in COMPLETE_STATES:
        return NOT_FINISHED
    said = MARKER.sub("", turn.answer).strip()
    return f"{said} {CUT}" if turn.is_cut else said


def was_cut_off(warnings: Iterable[Mapping[str, object]]) -> bool:
    """By the warnings that are stored with a turn."""
    return any(warning.get("kind") in CUT_KINDS for warning in warnings)


def history_budget(model: LanguageModel) -> int:
    return min(MOST_TOKENS, model.context_window // 4)
