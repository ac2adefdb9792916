"""Both forms stand in place of a sign where noun and case are certain, and nowhere else."""

import pytest

from apps.simplify.checks.spell_out_gender_signs import spell_out_gender_signs


@pytest.mark.parametrize(
    ("signed", "spelled"),
    [
        ("Alle Bürger*innen melden sich.", "Alle Bürgerinnen und Bürger melden sich."),
        ("Wir helfen den Bürger:innen gern.", "Wir helfen den Bürgerinnen und Bürgern gern."),
        ("Das gilt für Schüler_innen.", "Das gilt für Schülerinnen und Schüler."),
        ("Sprechen Sie mit Mitarbeiter/-innen.", "Sprechen Sie mit Mitarbeiterinnen und Mitarbeitern."),
        ("Die Anträge der TeilnehmerInnen.", "Die Anträge der Teilnehmerinnen und Teilnehmer."),
        ("Das sagen die Besucher(innen).", "Das sagen die Besucherinnen und Besucher."),
        ("Mit den neuen Mieter*innen.", "Mit den neuen Mieterinnen und Mietern."),
        ("Die neuen Mieter*innen zahlen.", "Die neuen Mieterinnen und Mieter zahlen."),
        ("Bürger*innen haben ein Recht darauf.", "Bürgerinnen und Bürger haben ein Recht darauf."),
        ("Mit den Mieter*innen.", "Mit den Mieterinnen und Mietern."),
        ("Von angemeldeten Mieter*innen.", "Von angemeldeten Mieterinnen und Mietern."),
    ],
)
def test_both_forms_in_the_case_of_the_sentence(signed: str, spelled: str) -> None:
    assert spell_out_gender_signs(signed) == spelled


@pytest.mark.parametrize(
    "text",
    [
        "Die Ärzt*innen helfen.",
        "Jede*r Mitarbeiter*in hilft.",
        "Die Bauer*innen ernten.",
        "Die Bürger*innen-Versammlung tagt.",
        "Bürger*innen können wir helfen.",
        "Hier helfen Bürger*innen.",
        "Wir danken Menschen, die Bürger*innen helfen.",
        "Feste, bei denen Bürger*innen mitmachen.",
        "Er berät seit Jahren Mieter*innen.",
        "Ein Verein, für den Bürger*innen spenden.",
        "Die Stelle, in der Bürger*innen geholfen wird.",
        "Leute, die neuen Mieter*innen helfen.",
        "Allen helfen Bürger*innen gern.",
        "Alle werden Bürger*innen helfen.",
        "Bürger*innen werden Leistungen bewilligt.",
        "Bürger*innen können sich Vereine anschließen.",
        "Bürger*innen sind Leistungen zu bewilligen.",
        "Die Bürger und Bürgerinnen.",
        "Der Server http://amt.de/bürger:innen antwortet.",
    ],
)
def test_what_is_not_certain_stays(text: str) -> None:
    assert spell_out_gender_signs(text) == text
