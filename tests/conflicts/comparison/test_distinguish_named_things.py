"""Two things whose names differ by a part are two things; where only one side has the part, they may be one."""

import pytest

from tests.conflicts.comparison.test_decide_contradiction import kinds

NORTH, SOUTH = "## Bürgeramt Nord\n\n", "## Bürgeramt Süd\n\n"
HOURS, OTHER_HOURS = "hat montags von 8 bis 16 Uhr geöffnet.", "hat montags von 9 bis 18 Uhr geöffnet."


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (f"Das Bürgeramt Nord {HOURS}", f"Das Bürgeramt Süd {OTHER_HOURS}"),
        (f"Das Bürgeramt 1 {HOURS}", f"Das Bürgeramt 2 {OTHER_HOURS}"),
        (f"{NORTH}Das Bürgeramt {HOURS}", f"{SOUTH}Das Bürgeramt {OTHER_HOURS}"),
        (f"{NORTH}Das Amt {HOURS}", f"{SOUTH}Das Amt {OTHER_HOURS}"),
        (f"{NORTH}Wir haben Mo 8-16 Uhr für Sie geöffnet.", f"{SOUTH}Wir haben Mo 9-18 Uhr für Sie geöffnet."),
        (f"{NORTH}- Sprechzeiten: Mo 8-16 Uhr", f"{SOUTH}- Sprechzeiten: Mo 9-18 Uhr"),
        (
            "## Halle 1\n\nIn der Halle dürfen sich 120 Personen aufhalten.",
            "## Halle 2\n\nIn der Halle dürfen sich 90 Personen aufhalten.",
        ),
        ("Zimmer 12 kostet 40 Euro je Nacht.", "Zimmer 14 kostet 50 Euro je Nacht."),
        ("Das Amt hat vormittags von 8 bis 12 Uhr offen.", "Das Amt hat nachmittags von 13 bis 17 Uhr offen."),
        ("Die Kita unter der Burg hat 40 Plätze.", "Die Kita hinter der Burg hat 60 Plätze."),
        ("Das Parken im Hof kostet innen 4 Euro.", "Das Parken im Hof kostet außen 3 Euro."),
        ("Der Eintritt mit Karte kostet 5 Euro.", "Der Eintritt ohne Karte kostet 8 Euro."),
        ("Für Halle 1 ist das Bürgeramt zuständig.", "Für Halle 2 ist das Ordnungsamt zuständig."),
        ("The parking permit for zone 1 costs 30 euros.", "The parking permit for zone 2 costs 45 euros."),
    ],
    ids=lambda value: value[:40],
)
def test_two_things_are_told_apart(first: str, second: str) -> None:
    assert kinds(first, second) == set()


@pytest.mark.parametrize(
    ("kind", "first", "second"),
    [
        ("time", f"{NORTH}Das Bürgeramt {HOURS}", f"{NORTH}Das Bürgeramt {OTHER_HOURS}"),
        ("time", f"{NORTH}Das Bürgeramt {HOURS}", f"## Bürgeramt\n\nDas Bürgeramt {OTHER_HOURS}"),
        ("time", f"Das Bürgeramt Nord {HOURS}", f"Das Bürgeramt Nord {OTHER_HOURS}"),
        ("number", "Zimmer 12 kostet 40 Euro je Nacht.", "Zimmer 12 kostet 50 Euro je Nacht."),
        (
            "date",
            "Der Antrag auf Befreiung von der Hundesteuer ist bis zum 31. März zu stellen.",
            "Der Antrag auf Befreiung von der Hundesteuer ist spätestens am 30. April zu stellen.",
        ),
        (
            "number",
            "Die Anmeldung der Hunde muss spätestens nach zwei Wochen erfolgen.",
            "Die Anmeldung der Hunde muss innerhalb von vier Wochen erfolgen.",
        ),
        (
            "number",
            "Für den ersten Hund beträgt die Hundesteuer 100 Euro.",
            "Die Hundesteuer beträgt bei einem ersten Hund 120 Euro.",
        ),
        # The passport is one thing, whoever issues it.
        (
            "number",
            f"{NORTH}Der Reisepass für Erwachsene kostet 60 Euro.",
            f"{SOUTH}Der Reisepass für Erwachsene kostet 70 Euro.",
        ),
    ],
    ids=lambda value: value[:40],
)
def test_one_thing_is_not(kind: str, first: str, second: str) -> None:
    assert kinds(first, second) == {kind}
    assert kinds(second, first) == {kind}


@pytest.mark.parametrize(
    "titles",
    [
        ("Bürgeramt Mai", "Bürgeramt Juni"),
        ("Bürgeramt 2020", "Bürgeramt 2024"),
        ("Bürgeramt Merkblatt", "Bürgeramt Öffnungszeiten"),
        ("Bürgeramt", "Bürgeramt Süd"),
        ("Bürgeramt Musterstadt", "Bürgeramt Besucherinformation"),
        ("Bürgeramt Musterstadt", "Bürgeramt Sommerprogramm"),
        ("Anlage 1", "Anlage 2"),
    ],
)
def test_what_says_which_paper_it_is_names_no_thing(titles: tuple[str, str]) -> None:
    assert kinds(f"Das Bürgeramt {HOURS}", f"Das Bürgeramt {OTHER_HOURS}", titles) == {"time"}


@pytest.mark.parametrize("names", [("Nord", "Süd"), ("1", "2"), ("Berlin", "Hamburg")])
def test_titles_that_name_two_things_tell_them_apart(names: tuple[str, str]) -> None:
    titles = (f"Öffnungszeiten Bürgeramt {names[0]}", f"Öffnungszeiten Bürgeramt {names[1]}")
    assert kinds(f"Das Bürgeramt {HOURS}", f"Das Bürgeramt {OTHER_HOURS}", titles) == set()


def test_words_of_english_titles_name_no_thing() -> None:
    first, second = "The library card costs 30 euros a year.", "The library card costs 45 euros a year."
    assert kinds(first, second, ("Library Fees", "Library Rules")) == {"number"}
