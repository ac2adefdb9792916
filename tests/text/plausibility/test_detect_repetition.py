"""What counts as a loop, and what does not."""

import pytest

from apps.text.plausibility.detect_repetition import loop_start

SENTENCE = "Die Gebühr ist bis zum Ende des Monats zu zahlen."


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        (f"Es gilt.\n{SENTENCE} " + f"{SENTENCE} " * 8, SENTENCE),
        ("Die Antwort ist die Antwort ist die Antwort ist die Antwort ist die Antwort ist die", "Die Antwort ist"),
        ("Zeile eins zwei\n" * 3, "Zeile eins zwei"),
    ],
)
def test_what_is_repeated_is_left_out_from_the_second_time_on(text: str, rest: str) -> None:
    start = loop_start(text)
    assert start is not None
    assert text[:start].strip().removeprefix("Es gilt.\n") == rest


@pytest.mark.parametrize(
    "text",
    [
        "",
        f"{SENTENCE} {SENTENCE}",
        "Ja. Ja. Ja. Ja.",
        "0 0 0 0 0 0 0 0 0 0 0 0 0 0",
        "Zone 1 kostet 10 Euro. Zone 2 kostet 20 Euro. Zone 3 kostet 30 Euro. Zone 4 kostet 40 Euro.",
        "Hunde, Katzen, Pferde und Hunde der Polizei sind befreit, Katzen nicht.",
    ],
)
def test_what_stands_in_lists_and_tables_is_no_loop(text: str) -> None:
    assert loop_start(text) is None


def test_what_the_source_repeats_may_be_repeated() -> None:
    text = f"{SENTENCE}\n" * 4
    assert loop_start(text, source=text) is None
    assert loop_start(text, source=f"{SENTENCE}\n" * 3) is not None


def test_opening_hours_that_are_alike_are_no_loop() -> None:
    hours = "Montag 8.00 bis 12.00 Uhr, Mittwoch 9.00 bis 12.00 Uhr, Freitag 8.00 bis 12.00 Uhr"
    assert loop_start(f"{hours}.\n\nBELEGE\n{hours}", too_often=4) is None


def test_an_address_that_stands_there_again_and_again_is_no_loop() -> None:
    said = "Das Amt kann nach [§ 29](https://www.gesetze-im-internet.de/ifsg/__29.html) anordnen, zu Hause zu bleiben"
    other = "oder nach [§ 30](https://www.gesetze-im-internet.de/ifsg/__30.html?tag=heute!) anderswo."
    assert loop_start(f'{said}, {other} [1]\n\nBELEGE\n[1] "{said}, {other}"', too_often=4) is None


def test_a_sentence_with_an_address_may_be_a_loop() -> None:
    said = "Den Antrag gibt es unter https://www.musterfurt.example/antrag.html im Netz. "
    assert loop_start(said * 5) == len(said) - 1
