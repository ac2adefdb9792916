"""Which words of triggers a word with one wrong letter may be."""

import random

import pytest

from apps.chat.fixed_answers.one_letter_typos import TypoIndex
from apps.chat.fixed_answers.shipped_answers import shipped_answers
from apps.text.grammar import one_letter_difference
from apps.text.grammar.one_letter_difference import differs_by_one_letter
from apps.text.word_stems import common_prefix_length

SHORTEST, SHORTEST_REPLACED = 3, 5


@pytest.fixture(scope="module")
def spellings() -> list[tuple[str, str]]:
    sets = [one for answer in shipped_answers() for one in answer.triggers.values()]
    atoms = sorted(frozenset().union(*(one.atoms() for one in sets)))
    return [(atom.rstrip("*"), atom) for atom in atoms if not atom.startswith("*")]


def misspelled(word: str, chance: random.Random) -> str:
    """With up to two letters more, fewer, exchanged or replaced."""
    for _ in range(chance.randrange(3)):
        place = chance.randrange(len(word) + 1)
        before, after = word[:place], word[place:]
        letter = chance.choice("aenrst")
        word = chance.choice([before + letter + after, before + after[1:], before + letter + after[1:]])
        if len(after) > 1 and chance.random() < 1 / 4:
            word = before + after[1] + after[0] + after[2:]
    return word


def compared_with_each(word: str, spellings: list[tuple[str, str]]) -> set[str]:
    """What the index has to find, without one."""
    return {
        atom
        for spelling, atom in spellings
        if spelling[:1] in {word[:1], word[1:2]}
        and len(spelling) >= SHORTEST
        and differs_by_one_letter(word, spelling, replaced=len(spelling) >= SHORTEST_REPLACED)
    }


def test_the_index_finds_what_comparing_with_each_word_finds(spellings: list[tuple[str, str]]) -> None:
    chance = random.Random(20_261_129)  # noqa: S311 - no secret
    index = TypoIndex(spellings)
    for spelling, _ in chance.sample(spellings, 400):
        word = misspelled(spelling, chance)
        found = set(index.near(word, SHORTEST, SHORTEST_REPLACED))
        assert found == compared_with_each(word, spellings), word


def test_a_word_is_compared_with_few_words_of_triggers(
    spellings: list[tuple[str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[str] = []
    monkeypatch.setattr(
        one_letter_difference,
        "common_prefix_length",
        lambda one, other: compared.append(other) or common_prefix_length(one, other),
    )
    list(TypoIndex(spellings).near("speicherplatz", SHORTEST, SHORTEST_REPLACED))
    alike = [spelling for spelling, _ in spellings if spelling[:1] in "sp" and len(spelling) in {12, 13, 14}]
    assert len(compared) * 5 < len(alike)
