"""A refusal names pages that have something to do with the question, or none: search always finds something."""

import pytest

from apps.chat.nearest_passages.passages_in_other_words import WORTH_COMPARING
from apps.chat.nearest_passages.select_places_beside_refusal import select_passages_worth_naming
from apps.retrieval.query.types import Passage, SearchStep
from tests.chat.nearest_passages.test_passages_in_other_words import nearest

PAGES = [
    Passage(1, 1, "hund", "Hundesteuersatzung", "", None, 1, "content", "Der erste Hund kostet 96 Euro.", 1.0, 1.0),
    Passage(2, 2, "markt", "Marktordnung", "", None, 1, "content", "Der Wochenmarkt findet mittwochs statt.", 1.0, 1.0),
]


@pytest.mark.parametrize(
    ("question", "steps", "named"),
    [
        ("Wer gewann die Fußballweltmeisterschaft?", [], []),
        ("Wer gewann die Fußballweltmeisterschaft?", nearest(WORTH_COMPARING - 0.001, 0.1), []),
        ("Was frisst ein Hund?", [], ["hund"]),
        ("Welche Märkte gibt es?", [], ["markt"]),
        ("Wo ist ein Markt?", [], ["markt"]),
        ("Hundestuersatzung", [], ["hund"]),
        ("wochenmakrt", [], ["markt"]),
        ("Wochenende?", [], []),
        ("Vierbeiner", nearest(WORTH_COMPARING, 0.0), ["hund", "markt"]),
        ("富士山の高さは？", nearest(WORTH_COMPARING, 0.0), []),
    ],
)
def test_what_shares_a_word_or_comes_near_in_meaning_is_named(
    question: str, steps: list[SearchStep], named: list[str]
) -> None:
    assert [one.external_id for one in select_passages_worth_naming(question, PAGES, steps)] == named
