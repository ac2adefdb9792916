"""Markers that name sentences: read in every script, joined where they follow one another, never proved when wrong."""

import random
import re

import pytest

from apps.chat.proof.find_quote import PageText
from apps.chat.proof.prove_answer import CitedAnswer, prove_answer
from apps.chat.proof.types import NumberedSource
from apps.text.locate_quote import Span

THINGS = ["Lagerplatz", "Marktstand", "Bootssteg", "Grabstein", "Vereinssaal", "Leihwagen", "Stellplatz", "Schaukasten"]
FACTS = [f"Die Gebühr für einen {thing} beträgt {17 + 13 * n} Euro im Monat." for n, thing in enumerate(THINGS)]


def sources() -> list[NumberedSource]:
    """Two pages of four facts; sentence n states fact n - 1."""
    found = []
    for page in (1, 2):
        facts = FACTS[4 * page - 4 : 4 * page]
        text = " ".join(facts)
        for fact in facts:
            start = text.index(fact)
            number = FACTS.index(fact) + 1
            place = Span(start, start + len(fact))
            found.append(NumberedSource(number, 1, "e.pdf", "Entgelte", page, text, PageText(text), "", place))
    return found


def quotes(answer: CitedAnswer) -> list[tuple[int, str]]:
    return [(citation.page, f"{citation.quote}.") for citation in answer.citations]


@pytest.mark.parametrize("zero", "0٠۰०๐０")
@pytest.mark.parametrize("form", ["[{}]", "【{}】", "[ {} ]", "[Quelle {}]", "[^{}]"])
def test_a_number_is_read_in_every_script(zero: str, form: str) -> None:
    marker = form.format(chr(ord(zero) + 6))
    assert quotes(prove_answer(f"{FACTS[5][:-1]} {marker}.", sources())) == [(2, FACTS[5])]


@pytest.mark.parametrize("marker", ["[0]", "[9]", "[999]", "[9-12]", "[77, 78]"])
def test_a_number_that_no_sentence_has_proves_nothing(marker: str) -> None:
    answer = prove_answer(f"{FACTS[5][:-1]} {marker}.", sources())
    assert answer.citations == []
    assert {failure.reason for failure in answer.failures} == {"page_not_retrieved"}


@pytest.mark.parametrize("marker", ["[1000]", "[2.5]", "[zwei]", "[-6]", "(6)", "6"])
def test_what_is_no_marker_is_no_citation(marker: str) -> None:
    assert prove_answer(f"{FACTS[5][:-1]} {marker}.", sources()).citations == []


@pytest.mark.parametrize("marker", ["[2-4]", "[2–4]", "[2, 3, 4]", "[2][3][4]", "[2 bis 4]", "[٢، ٣، ٤]"])
def test_sentences_that_follow_one_another_are_one_quote(marker: str) -> None:
    assert quotes(prove_answer(f"Alle drei kosten Gebühren {marker}.", sources())) == [(1, " ".join(FACTS[1:4]))]


def test_a_range_over_two_pages_gives_a_quote_of_each() -> None:
    assert quotes(prove_answer("Beide kosten Gebühren [4-5].", sources())) == [(1, FACTS[3]), (2, FACTS[4])]


def test_two_sentences_apart_are_two_quotes_behind_one_link() -> None:
    answer = prove_answer(f"{FACTS[0][:-1]} [1][3].", sources())
    assert answer.text.endswith("[1].")
    assert quotes(answer) == [(1, FACTS[0]), (1, FACTS[2])]
    assert answer.sentences[0].level == "verbatim"


def test_a_passage_as_a_whole_is_quoted_by_words_beside_sentences_by_number() -> None:
    whole = NumberedSource(9, 2, "s.pdf", "Satzung", 1, "Das Amt ist zu.", PageText("Das Amt ist zu."))
    reply = f'{FACTS[1][:-1]} [2]. Das Amt ist zu [9].\n\nBELEGE\n[9] "Amt ist zu"'
    assert quotes(prove_answer(reply, [*sources(), whole])) == [(1, FACTS[1]), (1, "Amt ist zu.")]


def test_whatever_numbers_a_model_writes_only_what_the_sentence_states_is_proved() -> None:
    """200 answers with three sentences each, a third of the numbers wrong."""
    chance = random.Random(7)  # noqa: S311 - a test that repeats itself
    right = wrong = 0
    for _round in range(200):
        picked = chance.sample(range(len(FACTS)), 3)
        written = [
            chance.choice([n for n in [*range(12), 77, 555] if n != fact + 1]) if chance.random() < 1 / 3 else fact + 1
            for fact in picked
        ]
        lines = [f"- {FACTS[fact][:-1]} [{number}]." for fact, number in zip(picked, written, strict=True)]
        answer = prove_answer("\n".join(lines), sources())
        levels = {re.findall(r"einen (\w+)", sentence.text)[0]: sentence.level for sentence in answer.sentences}
        for fact, number in zip(picked, written, strict=True):
            is_right = number == fact + 1
            assert (levels[THINGS[fact]] == "verbatim") is is_right, (lines, levels)
            right, wrong = right + is_right, wrong + (not is_right)
        named = {FACTS[number - 1] for number in written if 1 <= number <= len(FACTS)}
        assert {quote for _page, quote in quotes(answer)} == named
    assert right > 300
    assert wrong > 150
