from datetime import date
from typing import Any

from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from apps.llm.prompts.delimit_quoted_text import parse_source_blocks
from apps.retrieval.query.types import Passage
from apps.retrieval.search.assemble_context import build_context
from apps.text.estimate_tokens import estimate_tokens
from tests.unhurried import unhurried


def passage(text: str = "Die Gebühr beträgt drei Euro.", **values: Any) -> Passage:
    given_values = {"chunk_id": 1, "document_id": 1, "external_id": "fees.pdf", "title": "Gebühren", "url": ""}
    rest = {"date": None, "page": 1, "kind": "content", "score": 0.9, "document_score": 0.9}
    return Passage(**{**given_values, **rest, **values}, text=text)


texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=2_000)


@unhurried
@given(pages=st.lists(texts, max_size=12), budget=st.integers(0, 3_000))
def test_the_context_never_exceeds_the_budget(pages: list[str], budget: int) -> None:
    passages = [passage(text, chunk_id=number, page=number) for number, text in enumerate(pages, start=1)]
    context = build_context(passages, budget_tokens=budget)
    assert estimate_tokens(context.text) <= context.tokens <= budget or not context.text
    assert len(parse_source_blocks(context.text)) == len(context.used)


def test_frames_are_numbered_in_the_order_of_what_was_used() -> None:
    passages = [passage("erste", page=4, chunk_id=7), passage("zweite", page=2, chunk_id=8)]
    context = build_context(passages, budget_tokens=1_000)
    assert [chunk.chunk_id for chunk in context.used] == [7, 8]
    assert [(frame.number, frame.page, frame.text) for frame in parse_source_blocks(context.text)] == [
        (1, 4, "erste"),
        (2, 2, "zweite"),
    ]


def test_the_header_names_title_page_and_a_german_date() -> None:
    with translation.override("en"):
        text = build_context([passage(date=date(2024, 5, 1), page=3)], budget_tokens=1_000).text
    assert text.startswith('<quelle nummer="1" titel="Gebühren" seite="3" datum="1. Mai 2024">')


def test_a_document_without_title_is_named_by_its_id() -> None:
    assert 'titel="fees.pdf"' in build_context([passage(title="")], budget_tokens=1_000).text


def test_a_summary_has_a_frame_without_page() -> None:
    context = build_context([passage(page=None, kind="summary")], budget_tokens=1_000)
    assert parse_source_blocks(context.text)[0].page is None
    assert context.used[0].page is None


def test_text_of_the_same_page_is_not_repeated() -> None:
    passages = [passage("Satz eins. Satz zwei."), passage("Satz zwei.", chunk_id=2), passage("Satz zwei.", page=2)]
    assert [used.page for used in build_context(passages, budget_tokens=1_000).used] == [1, 2]


def test_a_passage_that_does_not_fit_leaves_room_for_a_shorter_one() -> None:
    passages = [passage("kurz"), passage("lang " * 500, page=2), passage("auch kurz", page=3)]
    assert [used.page for used in build_context(passages, budget_tokens=200).used] == [1, 3]


def test_the_best_passage_is_cut_rather_than_lost() -> None:
    context = build_context([passage("Ein Satz vom Amt. " * 200)], budget_tokens=200)
    assert context.used[0].text.startswith("Ein Satz vom Amt.")
    assert 0 < context.tokens <= 200


def test_a_budget_too_small_for_anything_gives_an_empty_context() -> None:
    assert build_context([passage("Ein Satz vom Amt. " * 200)], budget_tokens=5).text == ""


def test_no_passages_give_an_empty_context() -> None:
    context = build_context([], budget_tokens=1_000)
    assert (context.text, context.used, context.tokens) == ("", [], 0)
