"""A letter with tens of thousands of marks: to normalise it once takes half a minute, in which no other thread runs."""

from collections.abc import Callable
from unicodedata import normalize

import pytest

from apps.chat.admission.admit_question import admit_question
from apps.chat.admission.asked_question import AskedQuestion
from apps.documents.parsing.normalise_text import normalise_text
from apps.llm.transport.read_model_responses import strip_unreadable_characters
from apps.retrieval.search.search import clean_query
from apps.simplify.rewriting.rewrite_request import normalise_raw_text
from tests.processor_time import at_most

HOSTILE = "Gut ist a" + "\u0301" * 40_000 + "\u0316" * 40_000 + " und mehr."


@pytest.mark.parametrize("way_in", [normalise_text, strip_unreadable_characters, clean_query, normalise_raw_text])
def test_no_text_comes_in_with_more_marks_than_are_quick_to_order(way_in: Callable[[str], str]) -> None:
    with at_most(0.1):
        taken = way_in(HOSTILE)
        assert len(normalize("NFKC", taken)) < 60


@pytest.mark.django_db
def test_nor_a_question() -> None:
    asked = admit_question(AskedQuestion("Was kostet a" + "\u0301" * 900 + "\u0316" * 900 + "?", channel="command"))
    assert asked.text == "Was kostet a" + "\u0301" * 30 + "?"
