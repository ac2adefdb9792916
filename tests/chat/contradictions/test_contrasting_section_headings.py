"""What another section of the page contradicts is proved only where somebody names the section that is meant."""

import pytest

from apps.chat.contradictions.contrasting_section_headings import PageSection, split_page_sections
from apps.chat.proof.find_quote import PageText
from apps.chat.proof.prove_answer import prove_answer
from apps.chat.proof.types import NumberedSource

FEES = """# Gebühren

## Personalausweis

Die Gebühr beträgt 37 Euro. Die Ausstellung dauert zwei Wochen.

## Reisepass

Die Gebühr beträgt 70 Euro. Die Ausstellung dauert zwei Wochen."""
MUSEUM = "# Museum\n\nDer Eintritt kostet 5 Euro.\n\n## Studierende\n\nDer Eintritt ist frei."
DOGS = "# Hundesteuer\n\nDie Steuer beträgt 90 Euro.\n\n## Gefährliche Hunde\n\nDie Steuer beträgt 600 Euro."
YEARS = "# Preise\n\n## 2024\n\nDie Karte kostet 10 Euro.\n\n## 2025\n\nDie Karte kostet 12 Euro."
SAME_NAME = "# Pass\n\n## Gebühr\n\nSie beträgt 70 Euro.\n\n# Ausweis\n\n## Gebühr\n\nSie beträgt 37 Euro."


def levels(reply: str, page: str, question: str = "") -> list[str]:
    source = NumberedSource(1, 1, "a.md", "Merkblatt", 1, page, PageText(page))
    return [str(one.level) for one in prove_answer(reply, [source], question=question).sentences if one.has_words]


@pytest.mark.parametrize(
    ("said", "page", "question"),
    [
        ("Die Gebühr beträgt 37 Euro", FEES, "Was kostet ein Reisepass?"),
        ("Die Gebühr beträgt 37 Euro", FEES, "Was kostet das?"),
        ("Die Gebühr beträgt 37 Euro", FEES, "Was kosten Reisepass und Personalausweis?"),
        ("Der Eintritt ist frei", MUSEUM, "Was kostet das Museum?"),
        ("Die Steuer beträgt 600 Euro", DOGS, "Wie hoch ist die Hundesteuer?"),
        ("Die Steuer beträgt 90 Euro", DOGS, "Was kostet ein gefährlicher Hund?"),
        ("Die Karte kostet 10 Euro", YEARS, "Was kostet die Karte 2025?"),
    ],
)
def test_a_sentence_of_another_section_is_quoted(said: str, page: str, question: str) -> None:
    assert levels(f"{said} [1].", page, question) == ["quoted"]


@pytest.mark.parametrize(
    ("said", "page", "question"),
    [
        ("Die Gebühr beträgt 37 Euro", FEES, "Was kostet ein Personalausweis?"),
        ("Die Gebühr beträgt 70 Euro", FEES, "was kostet der pass"),
        ("Die Ausstellung dauert zwei Wochen", FEES, "Wie lange dauert es?"),
        ("Der Eintritt ist frei", MUSEUM, "Was zahlen Studierende im Museum?"),
        ("Der Eintritt kostet 5 Euro", MUSEUM, "Was kostet das Museum?"),
        ("Die Steuer beträgt 90 Euro", DOGS, "Wie hoch ist die Hundesteuer?"),
        ("Die Karte kostet 12 Euro", YEARS, "Was kostet die Karte 2025?"),
    ],
)
def test_one_of_the_section_that_is_meant_is_proved(said: str, page: str, question: str) -> None:
    assert levels(f"{said} [1].", page, question) == ["verbatim"]


def test_the_answer_itself_may_name_the_section() -> None:
    reply = (
        "Der Personalausweis wird in zwei Wochen ausgestellt. Die Gebühr beträgt 37 Euro [1].\n\n"
        "Für den Reisepass gilt anderes. Die Gebühr beträgt 70 Euro [1]."
    )
    assert [one for one in levels(reply, FEES, "Was kosten Pass und Ausweis?") if one != "without_source"] == [
        "verbatim",
        "verbatim",
    ]


def test_what_the_answer_said_last_counts_more_than_the_question() -> None:
    reply = "Für den Reisepass gilt anderes. Die Gebühr beträgt 37 Euro [1]."
    assert levels(reply, FEES, "Was kostet ein Personalausweis?")[-1] == "quoted"


def test_the_difference_names_the_heading() -> None:
    source = NumberedSource(1, 1, "a.md", "Merkblatt", 1, FEES, PageText(FEES))
    [sentence] = prove_answer("Die Gebühr beträgt 37 Euro [1].", [source]).sentences
    assert sentence.differences == ("Gebühren / Personalausweis -> ∅",)


def test_sections_know_the_headings_above_them() -> None:
    assert list(split_page_sections(SAME_NAME)) == [
        PageSection(0, ()),
        PageSection(0, ("Pass",)),
        PageSection(8, ("Pass", "Gebühr")),
        PageSection(SAME_NAME.index("# Ausweis"), ("Ausweis",)),
        PageSection(SAME_NAME.rindex("## Gebühr"), ("Ausweis", "Gebühr")),
    ]


def test_headings_of_the_same_name_are_told_apart_by_those_above() -> None:
    page = SAME_NAME.replace("Sie beträgt", "Die Gebühr beträgt")
    assert levels("Die Gebühr beträgt 70 Euro [1].", page, "Was kostet ein Ausweis?") == ["quoted"]
    assert levels("Die Gebühr beträgt 37 Euro [1].", page, "Was kostet ein Ausweis?") == ["verbatim"]


def test_the_end_of_a_year_names_no_students() -> None:
    page = "# A\n\n## Studierende\n\nDer Bericht liegt Ende 2012 vor.\n\n## Schulen\n\nDer Bericht liegt Ende 2015 vor."
    assert levels("Der Bericht liegt Ende 2012 vor [1].", page, "Wann liegt der Bericht vor?") == ["quoted"]
