import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.documents.chunking.sliding_windows import Unit, sliding_windows
from tests.unhurried import unhurried

UNITS: list[Unit] = ["characters", "bytes"]


def length(text: str, unit: Unit) -> int:
    return len(text) if unit == "characters" else len(text.encode())


@unhurried
@given(
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=300),
    st.sampled_from(UNITS),
    st.integers(4, 40),
)
def test_cores_join_to_the_text_and_nothing_is_longer_than_it_may_be(text: str, unit: Unit, size: int) -> None:
    found = sliding_windows(text, unit, size=size)
    if not text.strip():
        assert found == []
        return
    reach = int(size * 0.2)
    assert "".join(text[window.core_start : window.core_end] for window in found) == text
    for window in found:
        assert 0 <= window.start <= window.core_start < window.core_end <= window.end <= len(text)
        assert length(text[window.core_start : window.core_end], unit) <= size
        assert length(text[window.start : window.core_start], unit) <= reach
        assert length(text[window.core_end : window.end], unit) <= reach


@pytest.mark.parametrize("unit", UNITS)
def test_inner_windows_have_716_and_the_first_and_last_have_one_neighbour(unit: Unit) -> None:
    found = sliding_windows("x" * 1_500, unit)
    assert [(window.start, window.core_start, window.core_end, window.end) for window in found] == [
        (0, 0, 512, 614),
        (410, 512, 1_024, 1_126),
        (922, 1_024, 1_500, 1_500),
    ]


def test_a_character_of_several_bytes_is_never_cut() -> None:
    text = "ä" * 600
    first, second, *_ = sliding_windows(text, "bytes", size=513)
    assert (first.core_end, first.end) == (256, 256 + 51)
    assert (second.start, second.core_start) == (256 - 51, 256)


def test_a_window_reaches_its_whole_share_where_characters_allow() -> None:
    _, second, *_ = sliding_windows("ab" * 600, "bytes")
    assert second.core_start - second.start == 102
    _, second, *_ = sliding_windows("ä" * 600, "bytes")
    assert second.core_start - second.start == 51


def test_a_text_without_words_has_no_windows() -> None:
    assert sliding_windows(" \n", "bytes") == sliding_windows("", "characters") == []


@pytest.mark.parametrize(("size", "share"), [(3, 0.2), (512, 1.0), (512, -0.1)])
def test_sizes_that_make_no_sense_are_refused(size: int, share: float) -> None:
    with pytest.raises(ValueError, match=str(size)):
        sliding_windows("text", size=size, share=share)
