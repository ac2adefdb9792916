"""Two wordings of a prompt side by side."""

from hypothesis import given
from hypothesis import strategies as st

from apps.text.diff import DiffPart, DiffRow, compare

LINES = st.lists(st.text(alphabet="abc \u00e4", max_size=12), max_size=8).map("\n".join)


def test_a_changed_word_is_named_on_both_sides() -> None:
    assert compare("Antworte kurz.", "Antworte genau.") == [
        DiffRow(
            "changed",
            [DiffPart("same", "Antworte "), DiffPart("removed", "kurz.")],
            [DiffPart("same", "Antworte "), DiffPart("added", "genau.")],
        )
    ]


def test_a_line_that_came_stands_on_the_right_only() -> None:
    assert compare("eins", "eins\nzwei")[1] == DiffRow("added", [], [DiffPart("added", "zwei")])


def test_a_line_that_went_stands_on_the_left_only() -> None:
    assert compare("eins\nzwei", "eins")[1] == DiffRow("removed", [DiffPart("removed", "zwei")], [])


@given(LINES, LINES)
def test_each_side_gives_back_its_own_text(left: str, right: str) -> None:
    rows = compare(left, right)
    assert "".join(part.text for row in rows for part in row.left) == "".join(left.splitlines())
    assert "".join(part.text for row in rows for part in row.right) == "".join(right.splitlines())
