"""Splitting: pieces are bounded, know where they stand, and together are the page."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.text.estimate_tokens import count_tokens
from apps.text.split_into_chunks import split_page, split_pages
from tests.processor_time import at_most
from tests.unhurried import unhurried

PAGE = "# Gebührenordnung\n\n" + "\n\n".join(
    f"## § {number} Gebühr\n\nFür die Amtshandlung {number} wird eine Gebühr von {number},50 Euro erhoben. "
    "Sie ist mit der Bekanntgabe fällig; § 3 gilt entsprechend.\n\n- Punkt eins\n- Punkt zwei"
    for number in range(1, 40)
)


def test_the_pieces_joined_are_the_page() -> None:
    assert "".join(piece.text for piece in split_page(PAGE, 100)) == PAGE


def test_no_piece_is_longer_than_asked() -> None:
    pieces = split_page(PAGE, 100)
    assert len(pieces) > 5
    assert all(count_tokens(piece.text) <= 100 for piece in pieces)
    assert all(count_tokens(piece.text) <= piece.tokens <= 100 for piece in pieces)


def test_offsets_count_characters_also_behind_umlauts() -> None:
    for piece in split_page(PAGE, 60):
        assert PAGE[piece.start : piece.end] == piece.text


def test_a_short_page_is_one_piece() -> None:
    assert [piece.text for piece in split_page("Ein Satz.")] == ["Ein Satz."]


def test_a_page_of_spaces_has_no_piece() -> None:
    assert split_page(" \n\n ") == []


def test_it_cuts_before_a_heading_rather_than_inside_a_section() -> None:
    first, second = split_page("# Eins\n\n" + "Wort " * 40 + "\n\n# Zwei\n\n" + "Wort " * 40, 60)
    assert first.text.startswith("# Eins")
    assert second.text.startswith("# Zwei")


def test_overlapping_pieces_share_text_and_stay_bounded() -> None:
    sentences = " ".join(f"Für die Amtshandlung {number} wird eine Gebühr erhoben." for number in range(1, 60))
    pieces = split_page(sentences, 100, overlap=60)
    assert any(after.start < before.end for before, after in pairwise(pieces))
    assert all(count_tokens(piece.text) <= 100 for piece in pieces)


def test_a_word_without_end_is_cut_in_time_in_proportion_to_it() -> None:
    """A million signs took 12 seconds, and 60 million, which fit into a small file, hours."""
    text = f"Davor. {'0' * 1_000_000} Danach."
    with at_most(4):
        pieces = split_page(text, 1_000)
    assert "".join(piece.text for piece in pieces) == text
    assert all(text[piece.start : piece.end] == piece.text for piece in pieces)
    shorter = text[:20_000]
    assert split_pages([shorter, PAGE]) == [split_page(shorter), split_page(PAGE)]


def test_many_pages_are_cut_as_each_of_them_alone() -> None:
    texts = [PAGE, "", "Kurz.", "Ein Satz mit einigen Wörtern. " * 200]
    assert split_pages(texts, 100, overlap=60) == [split_page(text, 100, overlap=60) for text in texts]


@pytest.mark.parametrize(("tokens", "overlap"), [(0, 0), (10, 10), (10, -1)])
def test_impossible_sizes_are_refused(tokens: int, overlap: int) -> None:
    with pytest.raises(ValueError, match="max_tokens"):
        split_page(PAGE, tokens, overlap=overlap)


@settings(unhurried, max_examples=60)
@given(st.text(max_size=400), st.integers(4, 40))
def test_whatever_the_text_nothing_is_lost(text: str, tokens: int) -> None:
    pieces = split_page(text, tokens)
    assert "".join(piece.text for piece in pieces) == (text if text.strip() else "")
