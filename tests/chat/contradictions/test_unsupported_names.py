"""Names are found where they certainly are names, and looked for word by word."""

import pytest

from apps.chat.contradictions.unsupported_names import find_names, folded_words, is_unsupported_name

FOUND = [
    ("Herr Müller ist zuständig.", ["Müller"]),
    ("Das sagte Senatorin Dr. Anna Weber.", ["Anna Weber"]),
    ("Zuständig ist das Bezirksamt Mitte.", ["Bezirksamt Mitte"]),
    ("Die Freie Universität Berlin nimmt teil.", ["Freie Universität Berlin"]),
    ("Das regelt das SGB.", ["SGB"]),
    ("Das BAföG wird gezahlt.", ["BAföG"]),
    ("Die Gebühr gilt in Hamburg.", ["Hamburg"]),
    ("Peter Altmaier war dort.", ["Peter Altmaier"]),
    ("Er lehrt an der Universität in München.", ["Universität in München"]),
    ("Schreiben Sie an amt@stadt.example.", ["amt@stadt.example"]),
    ("Siehe www.stadt.example/formular.", ["www.stadt.example/formular"]),
]
NO_NAMES = [
    "Die Gebühr beträgt drei Euro.",
    "Der Antrag ist bis Ende März zu stellen.",
    "Die Frist beträgt 30 Tage Bearbeitungszeit.",
    "Sechs Wochen Wartezeit sind üblich.",
    "Nach Kapitel IV gilt das.",
    "Eine kleine Menge von Wasser und eine Menge Seife sind nötig.",
    "Im unteren Bereich der Hüfte gilt das.",
    "Weitere Unterlagen fehlen. Laut Umfrage ist das so. Bringen Sie Fotos mit.",
    "The Resident Parking Permit costs three euros and is valid for one year.",
    "DIE FRIST IST ABGELAUFEN UND DER ANTRAG WURDE ABGELEHNT",
]


@pytest.mark.parametrize(("text", "names"), FOUND)
def test_a_name_is_found(text: str, names: list[str]) -> None:
    assert [name.text for name in find_names(text)] == names
    assert [text[name.start : name.end] for name in find_names(text)] == names


@pytest.mark.parametrize("text", NO_NAMES)
def test_other_words_are_no_names(text: str) -> None:
    assert find_names(text) == []


@pytest.mark.parametrize(
    ("text", "page", "expected"),
    [
        ("Frau Weber entscheidet.", "Anna Webers Entscheidung", False),
        ("Frau Weber entscheidet.", "Herr Müller entscheidet", True),
        ("Das Bezirksamt Mitte hilft.", "das Bezirksamt in Mitte", False),
        ("Das gilt in Bremen.", "in Bremerhaven gilt das", True),
        ("Frau Brand entscheidet.", "Frau Brandt entscheidet", True),
        ("Frau Brandtner entscheidet.", "Frau Brandt entscheidet", True),
        ("Schreiben Sie an amt@stadt.example.", "post@stadt.example", True),
        ("Das gilt in Berlin.", "die Berliner Verwaltung", False),
    ],
)
def test_all_its_words_must_stand_on_the_page(text: str, page: str, expected: bool) -> None:
    [name] = find_names(text)
    assert is_unsupported_name(name, folded_words(page)) is expected
