"""Items that only go on the sentence above them say nothing by themselves."""

import pytest

from apps.chat.quote_restrictions.open_lead_in import open_lead_in
from apps.text.locate_quote import Span

RULING = "Der Kreistag kann festlegen, dass\n\n1. die Abfuhr ruht,\n2. Anwohner Laub verbrennen dürfen.\n"
DEPENDS = "Sofern\n\n- das Tor offen steht,\n- niemand badet,\n\nendet die Aufsicht um 20 Uhr.\n"


def lead_of(page: str, quote: str) -> str:
    start = page.index(quote)
    return open_lead_in(page, Span(start, start + len(quote)))


@pytest.mark.parametrize(
    ("page", "quote", "lead"),
    [
        (RULING, "die Abfuhr ruht", "Der Kreistag kann festlegen, dass"),
        (RULING, "Anwohner Laub verbrennen dürfen", "Der Kreistag kann festlegen, dass"),
        (DEPENDS, "das Tor offen steht", "Sofern"),
        (DEPENDS, "endet die Aufsicht um 20 Uhr", "Sofern"),
        ("Die Satzung sagt, unter welchen Bedingungen\na) ein Stand vergeben wird.", "ein Stand vergeben wird", "Die"),
        ("Folgendes gilt, wenn Sie ins Ausland ziehen:\n- Sie melden sich ab.", "Sie melden sich ab", "Folgendes gilt"),
        ("The council may decide that\n- dogs are banned.", "dogs are banned", "The council"),
        ("A permit is refused if\n1. the plan is missing.", "the plan is missing", "A permit"),
    ],
)
def test_the_unfinished_sentence_above_a_list_is_found(page: str, quote: str, lead: str) -> None:
    assert lead_of(page, quote).startswith(lead)


@pytest.mark.parametrize(
    ("page", "quote"),
    [
        ("Bitte bringen Sie mit, damit es schnell geht:\n- Sie brauchen den Ausweis.", "Sie brauchen den Ausweis"),
        ("Wenn es regnet, entfällt der Markt.\n\n- Die Stände bleiben zu.", "Die Stände bleiben zu"),
        ("Es gilt:\n- Hunde sind verboten.", "Hunde sind verboten"),
        ("Der Rat prüft, ob\n\nDer Eintritt ist frei.", "Der Eintritt ist frei"),
        ("Der Eintritt ist frei.", "Der Eintritt ist frei"),
        ("## Ob\n- Der Eintritt ist frei.", "Der Eintritt ist frei"),
    ],
)
def test_whole_sentences_and_plain_lists_lead_to_nothing(page: str, quote: str) -> None:
    assert lead_of(page, quote) == ""
