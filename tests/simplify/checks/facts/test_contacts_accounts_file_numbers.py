import pytest

from apps.simplify.checks.facts.contacts_accounts_file_numbers import take_contacts
from apps.simplify.text.mask_found_matches import MaskedText

ANNOUNCING = (
    "Az.", "AZ", "Aktenzeichen", "Geschäftszeichen", "Gz.", "Kassenzeichen", "Kundennummer", "Steuernummer",
    "Mitgliedsnummer", "Versicherungsnummer", "Buchungszeichen", "Bescheidnummer", "Vorgangsnummer", "Drucksache",
    "Drucksachen", "Drs.", "BT-Drs.",
)  # fmt: skip


@pytest.mark.parametrize("word", ANNOUNCING)
def test_a_file_number_is_found_behind_every_word_that_announces_one(word: str) -> None:
    assert any("X7/12" in found for found in take_contacts(MaskedText(f"{word} X7/12")))
