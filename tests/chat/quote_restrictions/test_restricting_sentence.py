"""A sentence that the next one of its page takes back in part is proved only together with it."""

import pytest

from apps.chat.proof.find_quote import PageText
from apps.chat.proof.prove_answer import prove_answer
from apps.chat.proof.types import NumberedSource

OPEN = "Das Freibad ist täglich geöffnet."


def levels(answer: str, page: str) -> list[str]:
    source = NumberedSource(1, 1, "bad.pdf", "", 1, page, PageText(page))
    return [str(sentence.level) for sentence in prove_answer(answer, [source]).sentences if sentence.has_words]


@pytest.mark.parametrize("after", ["Das gilt nicht im Winter.", "Aber nicht sonntags.", "Nur im Sommer."])
def test_it_is_quoted_where_the_answer_leaves_the_next_sentence_out(after: str) -> None:
    answer = f'{OPEN[:-1]} [1].\n\nBELEGE\n[1] "{OPEN}"'
    assert levels(answer, f"{OPEN} {after} Weitere Auskünfte erteilt das Amt.") == ["quoted"]
    assert levels(answer, f"{OPEN} Weitere Auskünfte erteilt das Amt. {after}") == ["verbatim"]
    assert levels(answer, f"{OPEN}\n\n{after}") == ["verbatim"]


def test_both_are_proved_where_one_quote_has_them() -> None:
    page = f"{OPEN} Das gilt nicht im Winter. Weitere Auskünfte erteilt das Amt."
    answer = f'{OPEN[:-1]} [1]. Das gilt nicht im Winter [1].\n\nBELEGE\n[1] "{OPEN} Das gilt nicht im Winter."'
    assert levels(answer, page) == ["verbatim", "verbatim"]
    assert levels(f'{OPEN[:-1]} [1].\n\nBELEGE\n[1] "{OPEN} Das gilt nicht im Winter."', page) != ["verbatim"]


def test_a_sentence_that_says_the_exception_is_proved() -> None:
    page = f"{OPEN} Das gilt nicht im Winter."
    answer = 'Das Freibad ist außer im Winter täglich geöffnet [1].\n\nBELEGE\n[1] "' + page + '"'
    assert levels(answer, page) == ["verbatim"]


LAW = (
    "§ 5 Leinenzwang\n\n(1) Hunde sind im Park an der Leine zu führen. Der Halter haftet für Schäden.\n\n"
    "(2) Absatz 1 gilt nicht für Blindenhunde.\n\n§ 6 Kot\n\n(1) Kot ist zu entfernen.\n\n"
    "(2) Absatz 1 gilt nur im Park."
)


def quoted_alone(quote: str, page: str) -> list[str]:
    return levels(f'{quote.rstrip(".")} [1].\n\nBELEGE\n[1] "{quote}"', page)


def test_a_later_paragraph_that_names_its_number_narrows_it() -> None:
    assert quoted_alone("Hunde sind im Park an der Leine zu führen.", LAW) == ["quoted"]
    assert quoted_alone("Kot ist zu entfernen.", LAW) == ["quoted"]


def test_a_later_paragraph_of_another_section_or_one_that_widens_it_does_not() -> None:
    elsewhere = LAW.replace("(2) Absatz 1 gilt nicht für Blindenhunde.\n\n", "")
    assert quoted_alone("Hunde sind im Park an der Leine zu führen.", elsewhere) == ["verbatim"]
    wider = LAW.replace("gilt nicht für", "gilt auch für")
    assert quoted_alone("Hunde sind im Park an der Leine zu führen.", wider) == ["verbatim"]


def test_a_sentence_that_names_the_number_of_another_narrows_that_one() -> None:
    page = "(1) Hunde sind anzuleinen. Katzen sind zu melden. Satz 1 gilt nicht für Blindenhunde."
    assert quoted_alone("Hunde sind anzuleinen.", page) == ["quoted"]
    assert quoted_alone("Katzen sind zu melden.", page) == ["verbatim"]


FEE = "## § 3 Gebühr\n\n(1) Die Gebühr beträgt 45 Euro. Sie ist bar zu zahlen.\n\n## § 9 Schluss\n\n{}"


@pytest.mark.parametrize(
    ("deviation", "level"),
    [
        ("Abweichend von § 3 beträgt die Gebühr im Jahr 2026 60 Euro.", "quoted"),
        ("Abweichend von § 4 beträgt die Gebühr im Jahr 2026 60 Euro.", "verbatim"),
        ("Abweichend von § 3 Absatz 2 beträgt die Gebühr im Jahr 2026 60 Euro.", "verbatim"),
    ],
)
def test_what_deviates_from_a_section_narrows_that_one(deviation: str, level: str) -> None:
    assert quoted_alone("Die Gebühr beträgt 45 Euro.", FEE.format(deviation)) == [level]


def test_what_deviates_from_a_sentence_or_paragraph_narrows_that_one() -> None:
    page = "(1) Hunde sind anzuleinen. Katzen sind zu melden. Abweichend von Satz 1 sind Blindenhunde frei."
    assert quoted_alone("Hunde sind anzuleinen.", page) == ["quoted"]
    assert quoted_alone("Katzen sind zu melden.", page) == ["verbatim"]
    page = LAW.replace(
        "Absatz 1 gilt nicht für Blindenhunde", "Abweichend von Absatz 1 dürfen Blindenhunde frei laufen"
    )
    assert quoted_alone("Hunde sind im Park an der Leine zu führen.", page) == ["quoted"]


def test_a_paragraph_of_the_same_number_below_another_heading_is_not_narrowed() -> None:
    leads = "## Leinen\n\n(1) Hunde sind anzuleinen.\n\n"
    page = f"{leads}## Kot\n\n(1) Kot ist zu entfernen.\n\n(2) Absatz 1 gilt nur im Park."
    assert quoted_alone("Hunde sind anzuleinen.", page) == ["verbatim"]
    assert quoted_alone("Kot ist zu entfernen.", page) == ["quoted"]
