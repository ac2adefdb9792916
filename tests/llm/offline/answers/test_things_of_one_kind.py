"""What is said of one market says nothing of another one."""

import pytest

from apps.llm.offline.answers.select_units import select_units
from apps.llm.offline.answers.things_of_one_kind import is_of_one_kind
from apps.llm.prompts.delimit_quoted_text import SourceBlock

BAZAARS = SourceBlock(
    1,
    "Ordnung für den Wochenbasar und den Herbstbasar",
    1,
    "Der Wochenbasar gehört der Stadt.\n\nDer Herbstbasar liegt im Hof. Er ist am Sonntag von 11 bis 19 Uhr "
    "geöffnet.\n\nTücher sind mitzubringen.",
)


def shown(question: str) -> str:
    return " ".join(one.unit.shown for one in select_units(question, [BAZAARS]))


def test_the_hours_of_another_thing_of_the_same_kind_are_no_answer() -> None:
    assert "11 bis 19 Uhr" in shown("Wann ist der Herbstbasar geöffnet?")
    assert "Uhr" not in shown("Wann ist der Wochenbasar geöffnet?")


@pytest.mark.parametrize(
    ("asked", "said", "is_another"),
    [
        ("herbstbasar", "wochenbasar", True),
        ("urnengrab", "urnenwahlgrab", False),
        ("urnengrab", "grab", False),
        ("anmeld", "abmeld", False),
        ("basar", "wochenbasar", False),
    ],
)
def test_compounds_with_one_head_are_of_one_kind(asked: str, said: str, *, is_another: bool) -> None:
    assert is_of_one_kind(asked, said) is is_another
