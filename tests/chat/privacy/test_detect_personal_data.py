"""Personal data are found by form and checksum; what officials write every day is not taken for them."""

import pytest

from apps.chat.privacy.detect_personal_data import find_personal_data, is_iban, is_insurance_number, mask_personal_data
from tests.processor_time import at_most

PERSONAL = {
    "DE89 3704 0044 0532 0130 00": "IBAN",
    "DE89370400440532013000": "IBAN",
    "de89-3704-0044-0532-0130-00": "IBAN",
    "DE89\u200b37040044\u00a00532013000": "IBAN",
    "AT611904300234573201": "IBAN",
    "GB29 NWBK 6016 1331 9268 19": "IBAN",
    "RS35 2600 0560 1001 6113 79": "IBAN",
    "AL47 2121 1009 0000 0002 3569 8741": "IBAN",
    "BA39 1290 0794 0102 8494": "IBAN",
    "TN59 1000 6035 1835 9847 8831": "IBAN",
    "XK05 1212 0123 4567 8906": "IBAN",
    "max.muster@example.org": "E-Mail-Adresse",
    "max (at) web (dot) example": "E-Mail-Adresse",
    "müller-lüdenscheidt@ämter.example": "E-Mail-Adresse",
    "030 901820": "Telefonnummer",
    "+49 30 9018-20": "Telefonnummer",
    "+49 (0) 171 1234567": "Telefonnummer",
    "0171/1234567": "Telefonnummer",
    "(030) 90 26-0123": "Telefonnummer",
    "0049 171 1234567": "Telefonnummer",
    "86 095 742 719": "Steuernummer",
    "86095742719": "Steuernummer",
    "181/815/08155": "Steuernummer",
    "12/345/67890": "Steuernummer",
    "DE136695976": "Steuernummer",
    "15 070649 C 103": "Versicherungsnummer",
    "15070649c103": "Versicherungsnummer",
    "756.9217.0769.85": "Versicherungsnummer",
}
HARMLESS = [
    "Drucksache 19/12345",
    "Drs. 17/10 001",
    "§ 77 SGG Absatz 2",
    "am 01.02.2024 um 08:00 Uhr",
    "30,70 Euro",
    "Haushalt 2024: 1.234.567.890 Euro",
    "1.000.000.000,00",
    "Aktenzeichen 12 K 345/20",
    "Az. 0123-45/2020",
    "10115 Berlin",
    "in den Jahren 2019 2020 2021 2022",
    "ISBN 978-3-16-148410-0",
    "Rufnummer 115",
    "12345678901",
    "RE12345678901234567890",
    "15 070649 C 104",
    "Bescheid 20240101 A 123",
    "Die DE-CIX und 22 andere",
]


@pytest.mark.parametrize(("text", "kind"), PERSONAL.items())
def test_personal_data_are_taken_out_of_a_question(text: str, kind: str) -> None:
    assert mask_personal_data(f"Ich bin {text}, was muss ich zahlen?") == f"Ich bin [{kind}], was muss ich zahlen?"


@pytest.mark.parametrize("text", HARMLESS)
def test_what_is_no_personal_data_stays(text: str) -> None:
    assert mask_personal_data(f"Was gilt für {text} genau?") == f"Was gilt für {text} genau?"


def test_several_are_found_in_order_and_words_behind_an_iban_stay() -> None:
    text = "Von DE89370400440532013000 bitte an a@b.example und 030 901820."
    assert mask_personal_data(text) == "Von [IBAN] bitte an [E-Mail-Adresse] und [Telefonnummer]."
    assert [finding.kind for finding in find_personal_data(text)] == ["IBAN", "E-Mail-Adresse", "Telefonnummer"]


@pytest.mark.parametrize("address", ["erika@example.org", "erika (at) example (dot) org", "e@x.co.uk"])
def test_the_sentence_behind_an_address_stays_whole(address: str) -> None:
    text = "Schreiben Sie an {}. Was kostet die Hundesteuer?"
    assert mask_personal_data(text.format(address)) == text.format("[E-Mail-Adresse]")


def test_an_iban_with_a_wrong_digit_is_no_iban() -> None:
    assert is_iban("DE89370400440532013000")
    assert not is_iban("DE89370400440532013001")


def test_the_check_digit_of_an_insurance_number_follows_the_worked_example() -> None:
    # 15 070649 C 10: cross sums of 1x2 5x1 0x2 7x5 0x7 6x1 4x2 9x1 0x2 3x1 1x2 0x1 are 43, check digit 3.
    assert is_insurance_number("15070649C103")
    assert not any(is_insurance_number(f"15070649C10{digit}") for digit in (0, 1, 2, 4, 5, 6, 7, 8, 9))


@pytest.mark.parametrize("part", ["a", "1", "DE89 ", "0171 ", "a@", "1/", "+", ". ", "(at)", "a.b@c."])
def test_a_long_question_is_searched_in_no_time(part: str) -> None:
    text = (part * 4_000)[:4_000]
    with at_most(1):
        find_personal_data(text)
