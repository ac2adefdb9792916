"""Which sentence of a place is shown where no answer is written."""

from types import SimpleNamespace
from typing import cast

from apps.chat.answer_or_refusal.places_to_read import nearest_sentence
from apps.chat.turn_state.turn_draft import TurnDraft
from apps.retrieval.query.types import Passage


def shown(question: str, text: str) -> str:
    draft = cast(TurnDraft, SimpleNamespace(similar={}, query=question))
    return nearest_sentence(Passage(1, 1, "a", "A", "", None, 1, "content", text, 0.5, 0.5), draft)


def test_the_head_of_a_column_is_shown_only_where_nothing_else_says_as_much() -> None:
    text = "Tarif-Nr.\n\nAusweis\n\nKinder erhalten einen eigenen Ausweis.\n\nDie Gebühr ist vorab zu entrichten."
    assert shown("Ich finde meinen Ausweis nicht", text) == "Kinder erhalten einen eigenen Ausweis."
    assert shown("Wo parke ich?", text) == "Kinder erhalten einen eigenen Ausweis."
    assert shown("Ich suche meinen Ausweis", "Ausweis\n\nAlles andere steht an anderer Stelle.") == "Ausweis"
