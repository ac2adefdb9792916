"""One name written in many ways has one form, and what is no name has none."""

import time

import pytest

from apps.text.normalise_identifiers import normalised_identifiers


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("siehe Drucksache 19/12345.", "#19/12345"),
        ("BT-Drs. 19/12345", "#19/12345"),
        ("Drs. 18 / 12 345", "#18/12345"),
        ("BGH, Urteil vom 3.4.2020 – VI ZR 12/19 –", "#12/19"),
        ("Az.: 33–1234.5/6.", "#33-1234.5/6"),
        ("Rechnung RE-2022-4711", "#re-2022-4711"),
        ("RE‑2024‑00017", "#re-2024-00017"),
        ("Verordnung 2016/679/EU", "#2016/679"),
        ("VO-Nr.2024/AB/15", "#2024/ab/15"),
        ("DIN EN 1090-2", "#1090-2"),
        ("Mail: Poststelle@Bezirksamt-Mitte.de.", "#poststelle@bezirksamt-mitte.de"),
        ("nach § 77 SGG", "§77 sgg"),
        ("nach § 77a Abs. 2 SGG", "§77a sgg"),
        ("§ 77 Abs. 2 S. 1 SGG", "§77 sgg"),
        ("§ 77 Absatz 2 Satz 1 Nummer 3 SGG", "§77 sgg"),
        ("§ 33 a BauGB", "§33a baugb"),
        ("Paragraph 77 SGG", "§77 sgg"),
        ("Art. 3 Abs. 1 GG", "§3 gg"),
        ("Artikel 5 Absatz 1 Buchstabe a DSGVO", "§5 dsgvo"),
        ("§§ 77, 78 und 79 SGG", "§78 sgg"),
        ("§§ 33 ff. BauGB", "§33 baugb"),
        ("§ 31 Abs. 1 SGB II", "§31 sgb ii"),
        ("§ 5 des Sozialgerichtsgesetzes", "§5 sozialgerichtsgesetz"),
        ("§ 1 UStG i. V. m. § 4", "§1 ustg"),
        ("am 21. April 2010", "@2010-04-21"),
        ("am 21.4.2010", "@2010-04-21"),
        ("am 21.04.10", "@2010-04-21"),
        ("21 . April 2010", "@2010-04-21"),
        ("2010-04-21", "@2010-04-21"),
        ("2010/04/21", "@2010-04-21"),
        ("21/04/2010", "@2010-04-21"),
        ("April 21, 2010", "@2010-04-21"),
        ("21st April 2010", "@2010-04-21"),
        ("1. Maerz 2024", "@2024-03-01"),
        ("1. Mrz. 2024", "@2024-03-01"),
        ("1. Jänner 1998", "@1998-01-01"),
        ("31. Dezember\n2024", "@2024-12-31"),
        ("Tel. (030) 9026-5555", "+3090265555"),
        ("+49 30 90265555", "+3090265555"),
        ("0049 (0)30 / 9026 5555", "+3090265555"),
        ("030/9026-5555", "+3090265555"),
        ("Hotline 0800 100 48 00", "+8001004800"),
    ],
)
def test_a_name_has_one_form(text: str, form: str) -> None:
    assert form in normalised_identifiers(text)


@pytest.mark.parametrize(
    "text",
    ["die Euro-Krise", "am 3.10.", "Partei 3 ist", "0 2 4 5 7 9 10", "am 99.99.2024", "10115 Berlin", "ein/aus", ""],
)
def test_what_is_no_name_has_no_form(text: str) -> None:
    assert normalised_identifiers(text) == set()


@pytest.mark.parametrize(
    "text",
    [
        "§",
        "1-",
        "1/",
        "1. ",
        "§ 1 , ",
        "§ 1 abs. ",
        "0",
        "030 ",
        "art ",
        "a@a.",
        "+49",
        "12 /",
        "1 jan",
        "1-" * 29 + "1 ",
    ],
)
def test_nothing_keeps_the_patterns_busy(text: str) -> None:
    since = time.thread_time()
    normalised_identifiers((text * 20_000)[:20_000])
    assert time.thread_time() - since < 0.1
