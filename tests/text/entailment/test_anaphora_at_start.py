"""An article is no pronoun: which sentences say something of what was named before them."""

import pytest

from apps.text.entailment import addresses_reader, begins_with_anaphor


@pytest.mark.parametrize(
    "sentence",
    [
        "Das Entgelt beträgt 5 Euro.",
        "Das neue Entgelt beträgt 3 Euro.",
        "Die Gebühr beträgt 5 Euro.",
        "Ersatz wird nicht geleistet.",
        "The fee is 5 euros.",
    ],
)
def test_a_sentence_with_a_subject_of_its_own_points_nowhere(sentence: str) -> None:
    assert not begins_with_anaphor(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Das gilt auch für Kinder.",
        "Das wurde Frau Müller mitgeteilt.",
        "Das hatte Folgen.",
        "Das auch.",
        "Das nicht bezahlte wird gemahnt.",
        "Das",
        "Das in Satz 1 genannte Entgelt beträgt 5 Euro.",
        "Dies ist bei der Abholung zu zahlen.",
        "Dieses Entgelt beträgt 5 Euro.",
        "Sie beträgt 5 Euro.",
        "It costs 5 euros.",
    ],
)
def test_a_pronoun_in_front_points_back(sentence: str) -> None:
    assert begins_with_anaphor(sentence)


@pytest.mark.parametrize(
    ("sentence", "before", "addresses"),
    [
        ("Sie müssen den Hund anmelden.", "", True),
        ("Sie sind von der Steuer befreit.", "", True),
        ("Sie müssen den Hund anmelden.", "Eltern zahlen nichts.", False),
        ("Sie müssen den Hund anmelden.", "Sie haben einen Monat Zeit.", True),
        ("Sie müssen ihn anmelden.", "Wenn Ihr Hund älter ist, gilt das.", True),
        ("Sie beträgt 5 Euro.", "", False),
        ("Dies müssen Sie melden.", "", False),
    ],
)
def test_the_reader_is_nobody_named_before(sentence: str, before: str, addresses: bool) -> None:
    assert addresses_reader(sentence, before) is addresses
