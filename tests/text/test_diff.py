"""Two wordings of a prompt side by side."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.text.diff import DiffPart, DiffRow, diff_lines, diff_words
from tests.processor_time import at_most
from tests.unhurried import unhurried

LINES = st.lists(st.text(alphabet="abc \u00e4", max_size=12), max_size=8).map("\n".join)


def test_a_changed_word_is_named_on_both_sides() -> None:
    assert diff_lines("Antworte kurz.", "Antworte genau.") == [
        DiffRow(
            "changed",
            [DiffPart("same", "Antworte "), DiffPart("removed", "kurz.")],
            [DiffPart("same", "Antworte "), DiffPart("added", "genau.")],
        )
    ]


def test_a_line_that_came_stands_on_the_right_only() -> None:
    assert diff_lines("eins", "eins\nzwei")[1] == DiffRow("added", [], [DiffPart("added", "zwei")])


def test_a_line_that_went_stands_on_the_left_only() -> None:
    assert diff_lines("eins\nzwei", "eins")[1] == DiffRow("removed", [DiffPart("removed", "zwei")], [])


def test_words_that_only_came_or_went_leave_nothing_on_the_other_side() -> None:
    came, went = [DiffPart("added", "genau ")], [DiffPart("removed", "genau ")]
    same = [DiffPart("same", "Antworte "), DiffPart("same", "heute.")]
    assert diff_words("Antworte heute.", "Antworte genau heute.") == (same, [same[0], *came, same[1]])
    assert diff_words("Antworte genau heute.", "Antworte heute.") == ([same[0], *went, same[1]], same)


@unhurried
@given(LINES, LINES)
def test_each_side_gives_back_its_own_text(left: str, right: str) -> None:
    rows = diff_lines(left, right)
    assert "".join(part.text for row in rows for part in row.left) == "".join(left.splitlines())
    assert "".join(part.text for row in rows for part in row.right) == "".join(right.splitlines())


def test_words_that_are_all_new_are_replaced_and_not_aligned_by_their_blanks() -> None:
    assert diff_words("alles ist anders", "nichts bleibt gleich") == (
        [DiffPart("removed", "alles ist anders")],
        [DiffPart("added", "nichts bleibt gleich")],
    )


@pytest.mark.parametrize("kind", ["new words", "two words", "one word in two", "lines", "empty lines"])
def test_no_two_long_texts_take_long(kind: str) -> None:
    """Three hundred new words took 0.9 s, and the time grew with the third power of their number."""
    for length in (600, 20_000):
        left, right = (long_text(kind, length, seed) for seed in (1, 2))
        with at_most(2):  # 0.01 to 0.3 s here
            rows = diff_lines(left, right)
        assert "".join(part.text for row in rows for part in row.left) == "".join(left.splitlines())


def long_text(kind: str, length: int, seed: int) -> str:
    chance = random.Random(seed)  # noqa: S311 - the same texts every time
    pieces = {
        "new words": lambda: f"{chance.random()} ",
        "two words": lambda: chance.choice(["a ", "b "]),
        "one word in two": lambda: f"{chance.random()} x ",
        "lines": lambda: chance.choice(["a\n", "b\n"]),
        "empty lines": lambda: f"{chance.random()}\n\n",
    }
    return "".join(pieces[kind]() for _ in range(length // 2 if kind != "two words" else length))


def test_what_is_the_same_at_both_ends_of_a_very_long_sentence_stays_so() -> None:
    words = [f"w{number}" for number in range(5_000)]
    before, after = " ".join(words), " ".join([*words[:2_000], "neu", *words[2_001:]])
    left, right = diff_words(before, after)
    assert [part.kind for part in left] == ["same", "removed", "same"]
    assert right[1] == DiffPart("added", "neu")
