"""Words left out, bad input and what a difference names (sentences that say something else: other_facts.tsv)."""

import pytest

from apps.text.entailment import Level, derive, derive_rewrite
from tests.processor_time import at_most


def test_a_difference_names_its_kind_and_both_words() -> None:
    found = derive("Die Behörde darf das verlangen.", ["Die Behörde kann das verlangen."])
    assert found.level is Level.UNEXPLAINED
    assert [difference.as_json() for difference in found.differences] == [
        {"kind": "modality", "source": "kann", "claim": "darf"}
    ]


def test_facts_of_two_quotes_do_not_make_one_sentence() -> None:
    quotes = [
        "Der Schulhof ist täglich geöffnet.",
        "Der Markt findet donnerstags von 15 Uhr bis 17 Uhr auf dem Platz statt.",
    ]
    assert not derive("Der Schulhof ist donnerstags von 15 Uhr bis 17 Uhr geöffnet.", quotes).proved


SENTENCE = (
    "Der Zuschuss wird auf schriftlichen Antrag bis zum 31. Mai höchstens einmal im Jahr "
    "von der Stadt an gemeinnützige Vereine ausgezahlt."
)


@pytest.mark.parametrize("place", range(len(SENTENCE.split())))
def test_no_word_is_left_unread(place: int) -> None:
    words = SENTENCE.rstrip(".").split()
    left = words.pop(place)
    if left in {"Der", "der", "zum"}:
        return
    assert not derive(" ".join(words) + ".", [SENTENCE]).proved, left


BAD = {
    "five thousand signs": "Die Gebühr beträgt 45 Euro und " * 170,
    "one word": "a" * 1400,
    "two hundred citations": "Der Beitrag ist 45 Euro " + "[1]" * 200 + ".",
    "a table": "| Beitrag | 45 Euro |\n|---|---|\n| Antrag | 3 Monate |",
    "a formula": "x = (a+b)^2 / 45 * [c]",
    "another language": "Ücret 45 avrodur.",
    "turned letters": "Die Gebühr beträgt \u202e54 Euro.",
    "another alphabet's letter": "Die Gebühr beträgt 45 Еuro.",
    "nothing": " ",
    "only signs": "(" * 1400,
    "only commas": "die Gebühr, " * 110,
}


@pytest.mark.parametrize("claim", BAD.values(), ids=BAD)
def test_bad_input_is_never_proved_and_takes_no_time(claim: str) -> None:
    quote = "Die Gebühr beträgt 45 Euro. Der Antrag ist innerhalb von drei Monaten zu stellen."
    derive("The fee is paid.", ["Die Gebühr ist bezahlt."])
    with at_most(1):
        assert not derive(claim, [quote]).proved
        assert not derive_rewrite(quote, claim).proved
