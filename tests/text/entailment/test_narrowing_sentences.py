"""What stands behind a clause and takes it back in part: without it, the clause says too much."""

import pytest

from apps.text.entailment import derive, derive_rewrite, narrows_sentence_before

CLAIM = "Die Leihfrist kann verlängert werden."
NARROWING = [
    "nicht aber bei vorbestellten Medien",
    "nicht jedoch für Gäste",
    "nicht jedoch rückwirkend",
    "abgesehen von Gästen",
    "jedoch nicht an Feiertagen",
    "allerdings nur auf Antrag",
    "aber das gilt nicht für Gäste",
    "es sei denn, es ist Markt",
    "vorbehaltlich der Zustimmung des Rates",
]


@pytest.mark.parametrize("words", NARROWING)
@pytest.mark.parametrize("joined", [", {}", "; {}", ". {}"])
def test_a_clause_is_not_proved_without_what_narrows_it(words: str, joined: str) -> None:
    told = joined.format(words if ", " in joined or ";" in joined else words[:1].upper() + words[1:])
    quote = f"{CLAIM[:-1]}{told}."
    assert not derive(CLAIM, [quote]).proved
    assert not derive_rewrite(quote, CLAIM).proved


@pytest.mark.parametrize(
    "sentence",
    [
        "Das gilt auch für Gäste.",
        "Am Markt 1, 12345 Musterstadt",
        "Auch sonntags.",
        "Die Gebühr beträgt 5 Euro.",
        "Öffnungszeiten",
        "Telefon: 030 123",
        "Das Amt gilt als zuständig.",
    ],
)
def test_what_says_something_of_its_own_narrows_nothing(sentence: str) -> None:
    assert not narrows_sentence_before(sentence)
    assert derive(CLAIM, [f"{CLAIM} {sentence}"]).proved
