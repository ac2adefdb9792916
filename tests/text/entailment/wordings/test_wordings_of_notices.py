"""What official notices say in several ways (german.txt, english.txt): each wording proves each other one of its group.

Lines that begin with an exclamation mark are near and say something else: no wording of the group proves them.
"""

from itertools import permutations
from pathlib import Path

import pytest

from apps.text.entailment import derive

LANGUAGES = ("german", "english")


def groups() -> list[tuple[str, list[str], list[str]]]:
    """Name, wordings and what none of them says."""
    found = []
    texts = [(language, Path(__file__).with_name(f"{language}.txt").read_text("utf-8")) for language in LANGUAGES]
    for language, block in ((language, block) for language, text in texts for block in text.strip().split("\n\n")):
        name, *lines = block.splitlines()
        others = [line.removeprefix("! ") for line in lines if line.startswith("!")]
        found.append(
            (f"{language}: {name.removeprefix('# ')}", [line for line in lines if not line.startswith("!")], others)
        )
    return found


@pytest.mark.parametrize(("name", "wordings", "others"), groups(), ids=[name for name, _, _ in groups()])
def test_each_wording_proves_the_others(name: str, wordings: list[str], others: list[str]) -> None:
    pairs = permutations(wordings, 2)
    assert not [(one, other) for one, other in pairs if not derive(other, [one]).proved]


@pytest.mark.parametrize(("name", "wordings", "others"), groups(), ids=[name for name, _, _ in groups()])
def test_none_of_them_proves_what_is_near(name: str, wordings: list[str], others: list[str]) -> None:
    assert others
    assert not [(one, other) for one in wordings for other in others if derive(other, [one]).proved]
