"""Attributes in other forms: participles, compounds, both genders. What they do not say is never called proved."""

import pytest

from apps.text.entailment import derive
from apps.text.entailment.comparison.equal_parts import is_compound_paraphrase

NAMED = "Die im Antrag genannten Personen erhalten den von der Stadt erteilten Bescheid."
FROST = "Für durch Frost entstehende Schäden haftet die Stadt."
OWNER = "Der Eigentümer, der das Haus nicht bewohnt, muss einen Vertreter benennen."
DELAY = "Über den Antrag auf Stundung entscheidet der Kämmerer."

FOLLOWS = [
    (
        "a participle as a clause",
        NAMED,
        "Die Personen, die im Antrag genannt sind, erhalten den Bescheid, der von der Stadt erteilt wurde.",
    ),
    ("what comes of itself", FROST, "Die Stadt haftet für Schäden, die durch Frost entstehen."),
    (
        "a participle behind its article",
        "Die erteilte Erlaubnis kann widerrufen werden.",
        "Die Erlaubnis, die erteilt wurde, kann widerrufen werden.",
    ),
    ("a compound", DELAY, "Über den Stundungsantrag entscheidet der Kämmerer."),
    (
        "an act for which",
        "Die Frist für die Anmeldung beträgt zwei Wochen.",
        "Die Anmeldungsfrist beträgt zwei Wochen.",
    ),
    (
        "both genders",
        "Schülerinnen und Schüler erhalten einen Zuschuss.",
        "Schüler erhalten einen Zuschuss.",
    ),
    (
        "both genders with articles",
        "Die Vermieterin oder der Vermieter muss den Einzug bestätigen.",
        "Der Vermieter muss den Einzug bestätigen.",
    ),
    ("both genders in short", "Der Mieter haftet für Schäden.", "Der/die Mieter/in haftet für Schäden."),
    ("a rule for any", OWNER, "Wenn der Eigentümer das Haus nicht bewohnt, muss er einen Vertreter benennen."),
    ("applies to", "§ 5 ist auf Vereine nicht anzuwenden.", "§ 5 gilt nicht für Vereine."),
    (
        "the end of a time",
        "Der Antrag ist nach Ablauf der Frist zu stellen.",
        "Der Antrag ist nach dem Ende der Frist zu stellen.",
    ),
]
DOES_NOT = [
    (
        "persons and papers exchanged",
        NAMED,
        "Die im Bescheid genannten Personen erhalten den von der Stadt erteilten Antrag.",
    ),
    ("an attribute left out", NAMED, "Die Personen erhalten den von der Stadt erteilten Bescheid."),
    ("an attribute as what is said", NAMED, "Die Personen, die den Bescheid erhalten, sind im Antrag genannt."),
    ("cause and effect", FROST, "Für Schäden, durch die Frost entsteht, haftet die Stadt."),
    ("the cause left out", FROST, "Für Schäden haftet die Stadt."),
    (
        "for whom is not by whom",
        "Der Zuschuss für die Gemeinde beträgt 5 Euro.",
        "Der Gemeindezuschuss beträgt 5 Euro.",
    ),
    ("half of a compound", DELAY, "Über die Stundung entscheidet der Kämmerer."),
    ("a compound the wrong way round", DELAY, "Über die Antragsstundung entscheidet der Kämmerer."),
    (
        "one gender is not both",
        "Schülerinnen erhalten einen Zuschuss.",
        "Schülerinnen und Schüler erhalten einen Zuschuss.",
    ),
    ("one gender of both", "Schülerinnen und Schüler erhalten Geld.", "Nur Schülerinnen erhalten Geld."),
    ("two persons", "Die Mieterin und der Mieter unterschreiben.", "Der Mieter unterschreibt."),
    ("a rule without its condition", OWNER, "Der Eigentümer muss einen Vertreter benennen."),
    ("a condition turned round", OWNER, "Wenn der Eigentümer das Haus bewohnt, muss er einen Vertreter benennen."),
    ("applies, not accordingly", "§ 5 ist auf Vereine entsprechend anzuwenden.", "§ 5 gilt für Vereine."),
    ("may be applied", "§ 5 kann auf Vereine angewendet werden.", "§ 5 gilt für Vereine."),
    ("to teach is not to tell", "Die Lehrkräfte unterrichten die Kinder.", "Die Lehrkräfte informieren die Kinder."),
    ("a course is no end", "Der Ablauf der Prüfung wird festgelegt.", "Das Ende der Prüfung wird festgelegt."),
    (
        "before is not after",
        "Der Antrag ist vor Ablauf der Frist zu stellen.",
        "Der Antrag ist nach dem Ende der Frist zu stellen.",
    ),
]


@pytest.mark.parametrize(("source", "claim"), [case[1:] for case in FOLLOWS], ids=[case[0] for case in FOLLOWS])
def test_another_form_of_an_attribute_says_the_same(source: str, claim: str) -> None:
    assert derive(claim, [source]).proved, derive(claim, [source])


@pytest.mark.parametrize(("source", "claim"), [case[1:] for case in DOES_NOT], ids=[case[0] for case in DOES_NOT])
def test_what_an_attribute_does_not_say_is_not_proved(source: str, claim: str) -> None:
    assert not derive(claim, [source]).proved, derive(claim, [source])


def test_a_part_of_nothing_but_what_something_is_of_is_no_compound() -> None:
    # Failed with an IndexError, and with it the answer.
    assert not is_compound_paraphrase(("of", "Straße"), ("Straße",))
