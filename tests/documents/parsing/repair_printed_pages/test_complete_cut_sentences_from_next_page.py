"""What the end of a page cuts is found whole on it, also where a page number stands between its halves."""

from typing import Any

import pytest

from apps.documents.parsing.page_parts.running_headers_and_footers import mark_page_bodies
from apps.documents.parsing.repair_printed_pages.complete_cut_sentences_from_next_page import (
    NEXT_TEXT,
    complete_sentences_over_pages,
)
from apps.documents.parsing.types import ParsedPage
from tests.documents.parsing.pdf.test_read_pdf import pages_of
from tests.documents.parsing.sample_pdfs import SENTENCE, pdf, writes
from tests.processor_time import at_most


def pages_with(before: str, after: str) -> list[str]:
    pages = complete_sentences_over_pages([ParsedPage(1, before), ParsedPage(2, after)])
    assert pages[1].text == after
    return [page.text for page in pages]


def test_the_halves_meet_over_page_number_and_running_foot() -> None:
    def page(number: int, *lines: str) -> Any:
        def draw(drawn: Any) -> None:
            writes(*lines, at=(72, 100))(drawn)
            drawn.insert_text((72, 800), f"Gebührensatzung Seite {number}", fontsize=8)

        return draw

    first, second = complete_sentences_over_pages(
        mark_page_bodies(
            pages_of(
                pdf(
                    page(1, *[SENTENCE] * 4, "Auf Antrag gewährt die Stadt eine Befrei-"),
                    page(2, "ung von der Gebühr. Sie gilt für ein Jahr.", *[SENTENCE] * 4),
                )
            )
        )
    )
    assert first.body_text.endswith("Auf Antrag gewährt die Stadt eine Befreiung von der Gebühr.")
    assert first.text.endswith("Befreiung von der Gebühr.\n\nGebührensatzung Seite 1")
    assert second.body_text.startswith("ung von der Gebühr.")


@pytest.mark.parametrize(
    ("before", "after", "whole"),
    [
        ("Es gilt die Verord-", "nung vom 3. Mai 2023. Danach nichts.", "Es gilt die Verordnung vom 3. Mai 2023."),
        ("Es gilt die Verord\u00ad", "nung.", "Es gilt die Verordnung."),
        ("Die Ein-", "und Ausfahrt ist frei.", "Die Ein- und Ausfahrt ist frei."),
        ("Erstens.\n\nDie Verord-", "nung gilt\n\nZweitens.", "Erstens.\n\nDie Verordnung"),
    ],
)
def test_a_broken_word_and_its_sentence_are_whole(before: str, after: str, whole: str) -> None:
    assert pages_with(before, after)[0] == whole


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Es gilt die Verord-", "Neue Überschrift"),
        ("| Frei | 3 |\n| Befrei-", "ung | 4 |"),
        ("Von 3-", "mal."),
        ("Es gilt –", "und zwar immer."),
        ("Es gilt -", "und zwar immer."),
        ("Ganz.", "ung"),
    ],
)
def test_what_is_no_broken_word_stays(before: str, after: str) -> None:
    assert pages_with(before, after)[0] == before


def test_pages_without_blanks_and_sentences_cost_next_to_nothing() -> None:
    """It is not done in the limited child, so what a page may cost is bounded whatever its text is."""
    endless = f"{'a' * 2_000_000}-"
    with at_most(0.5):
        pages = complete_sentences_over_pages([ParsedPage(number, endless) for number in range(1, 11)])
    assert [len(page.text) for page in pages[:-1]] == [2_000_000 + NEXT_TEXT] * 9


HALF = "Die Stadt gewährt Vereinen einen Zuschuss zu den Kosten ihrer Räume"


@pytest.mark.parametrize(
    ("before", "after", "whole"),
    [
        (f"{HALF}, wenn sie", "gemeinnützig sind. Der Rat entscheidet.", f"{HALF}, wenn sie gemeinnützig sind."),
        (f"{HALF} und der", "Aula der Schule. Der Rat entscheidet.", f"{HALF} und der Aula der Schule."),
        (f"{HALF},", "aber höchstens die Hälfte.", f"{HALF}, aber höchstens die Hälfte."),
        (f"- {HALF} nach § 12", "dieser Satzung im Jahr.", f"- {HALF} nach § 12 dieser Satzung im Jahr."),
    ],
)
def test_a_sentence_that_a_page_cuts_between_words_is_whole(before: str, after: str, whole: str) -> None:
    assert pages_with(before, after)[0] == whole


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"{HALF}.", "sowie weitere Zuschüsse der Stadt."),
        (HALF, "Der Rat entscheidet über den Antrag."),
        (f"{HALF} und", "# Der Antrag und seine Frist"),
        (f"{HALF} und", "| der Antrag | die Frist |"),
        (HALF, "a) für gemeinnützige Vereine im Jahr."),
        (f"{HALF},", "- für gemeinnützige Vereine im Jahr."),
        (HALF, "www.stadt.example"),
        ("Anlage zur Satzung", "sowie weitere Zuschüsse der Stadt."),
        (f"# {HALF}", "sowie weitere Zuschüsse der Stadt."),
        (HALF, "sowie " + "weitere Zuschüsse " * 40),
    ],
)
def test_what_goes_on_with_nothing_stays(before: str, after: str) -> None:
    assert pages_with(before, after)[0] == before
