"""What stands behind a clause and takes it back in part: without it, the clause says too much."""

import pytest

from apps.text.entailment import Level, derive, derive_rewrite, narrows_sentence_before

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
    "quote",
    [
        "The loan period can be extended. This does not apply to guests.",
        "The loan period can be extended; not on Sundays.",
        "The loan period can be extended. Except on Sundays.",
        "The loan period can be extended. Unless there is a market.",
        "The loan period can be extended. Subject to approval.",
        "The loan period can be extended. This applies to members only.",
    ],
)
def test_a_clause_in_english_is_not_proved_without_what_narrows_it(quote: str) -> None:
    assert not derive("The loan period can be extended.", [quote]).proved


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


@pytest.mark.parametrize(
    ("source", "claim"),
    [
        (
            "Das Parken ist erlaubt. An Markttagen gilt das jedoch nicht.",
            "Das Parken ist erlaubt, ausgenommen an Markttagen.",
        ),
        (
            "Hunde sind auf allen Wiesen anzuleinen, ausgenommen auf den Freilaufflächen.",
            "Hunde müssen auf allen Wiesen angeleint werden. Davon ausgenommen sind die Freilaufflächen.",
        ),
        (
            "Die Gebühr ist von allen Haltern zu zahlen, ausgenommen Halter von Blindenhunden.",
            "Alle Halter müssen die Gebühr zahlen. Das gilt nicht für Halter von Blindenhunden.",
        ),
    ],
)
def test_exceptions_in_other_forms_are_the_same(source: str, claim: str) -> None:
    assert derive(claim, [source]).level is Level.DERIVED
    assert derive_rewrite(source, claim).level is Level.DERIVED
