"""One letter more, less, exchanged or another."""

import pytest

from apps.text.grammar.one_letter_difference import differs_by_one_letter


@pytest.mark.parametrize(
    ("word", "expected", "replaced", "differs"),
    [
        ("gebuer", "gebuehr", True, True),
        ("gebuehrr", "gebuehr", True, True),
        ("gebuher", "gebuehr", True, True),
        ("gebuehl", "gebuehr", True, True),
        ("gebuehl", "gebuehr", False, False),
        ("egbuehr", "gebuehr", True, True),
        ("lebuehr", "gebuehr", True, False),
        ("gebeuhl", "gebuehr", True, False),
    ],
)
def test_one_letter_makes_the_difference(word: str, expected: str, replaced: bool, differs: bool) -> None:
    assert differs_by_one_letter(word, expected, replaced=replaced) is differs
