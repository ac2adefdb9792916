"""A yes is no no: what is denied is compared with what the page denies."""

import pytest

from apps.chat.contradictions.changed_negations import adds_negation, drops_negation

ADDED = [
    ("Der Antrag ist nicht gebührenpflichtig.", ["Der Antrag ist gebührenpflichtig."], True),
    ("Der Antrag kann nicht online gestellt werden.", ["Der Antrag kann online gestellt werden."], True),
    ("Der Antrag ist nicht zulässig.", ["Ein solcher Antrag ist unzulässig."], False),
    ("Kinder zahlen keine Gebühr.", ["Kinder sind von der Gebühr befreit."], False),
    ("Die Teilnahme kostet nichts.", ["Die Teilnahme ist kostenlos."], False),
    ("Ohne Termin werden Sie nicht bedient.", ["Bedient werden Sie nur mit Termin."], False),
    ("Der Senat plant keine Änderung.", ["Eine Änderung ist vom Senat nicht geplant."], False),
    ("Nicht nur Kinder zahlen.", ["Kinder zahlen."], False),
    ("Die Gebühr beträgt drei Euro.", ["Die Gebühr beträgt drei Euro."], False),
    ("Der Reisepass ist kostenlos.", ["Die Gebühr für den Reisepass beträgt 70 Euro."], True),
    ("Ein Widerspruch ist unzulässig.", ["Ein Widerspruch ist binnen eines Monats zulässig."], True),
    ("Das Baden ist verboten.", ["Das Baden ist nicht erlaubt."], False),
    ("Die Nutzung ist kostenlos.", ["Für die Nutzung werden keine Gebühren erhoben."], False),
    ("The permit is not free.", ["The permit costs three euros."], True),
]
QUOTED = [
    ("Das Mitglied kann ausgeschlossen werden.", ["Der Ausschluss des Mitglieds kann erfolgen."], False),
    ("Das Mitglied kann ausgeschlossen werden.", ["Das Mitglied kann teilnehmen."], True),
    (
        "Montags wird weder bestattet noch geliefert.",
        ["An Montagen erfolgen keine Bestattungen und Lieferungen."],
        False,
    ),
    ("Montags wird weder geputzt noch geliefert.", ["An Montagen wird geputzt und geliefert."], True),
]
LOST = [
    ("Der Antrag kann online gestellt werden.", ["Der Antrag kann nicht online gestellt werden."], True),
    ("Hunde sind erlaubt.", ["Hunde sind nicht erlaubt."], True),
    ("Der Antrag kann nicht online gestellt werden.", ["Der Antrag kann nicht online gestellt werden."], False),
    ("Die Gebühr beträgt drei Euro.", ["Die Gebühr beträgt drei Euro, Kinder zahlen nichts."], False),
    ("Die Gebühr beträgt höchstens drei Euro.", ["Die Gebühr beträgt nicht mehr als drei Euro."], False),
    ("Eine Anmeldung ist nötig.", ["Ohne Anmeldung ist keine Teilnahme möglich."], False),
    ("Hunde sind verboten.", ["Hunde sind nicht erlaubt."], False),
]


@pytest.mark.parametrize(("claim", "sentences", "is_added"), ADDED)
def test_a_denial_needs_one_about_the_same_on_the_page(claim: str, sentences: list[str], is_added: bool) -> None:
    assert adds_negation(claim, [], sentences) is is_added


@pytest.mark.parametrize(("claim", "quoted", "is_lost"), LOST)
def test_a_quoted_denial_must_not_get_lost(claim: str, quoted: list[str], is_lost: bool) -> None:
    assert drops_negation(claim, quoted) is is_lost


@pytest.mark.parametrize(("claim", "quoted", "is_added"), QUOTED)
def test_a_noun_denies_as_its_verb_does(claim: str, quoted: list[str], is_added: bool) -> None:
    assert adds_negation(claim, quoted, []) is is_added
