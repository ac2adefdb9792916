"""Endnotes stand behind the sentence that names them, whatever page they are printed on."""

import pytest

from apps.documents.parsing.endnotes.endnote import Endnote
from apps.documents.parsing.office_source_text.source_paragraph import SourceParagraph
from apps.documents.parsing.repair_printed_pages.insert_endnotes_after_sentences import insert_endnotes
from apps.documents.parsing.repair_printed_pages.restore_lost_text import complete_pages
from apps.documents.parsing.types import ParsedPage
from tests.processor_time import at_most

FEE = "Die Gebühr beträgt 30 Euro. Sie ist im Mai fällig."
HALF = Endnote("i", "Für Studierende die Hälfte.", "Die Gebühr beträgt 30 Euro")
TOLD = "Die Gebühr beträgt 30 Euro. (i: Für Studierende die Hälfte.) Sie ist im Mai fällig."


def test_the_note_of_a_later_page_follows_its_sentence_and_stays_on_its_page() -> None:
    pages = [ParsedPage(1, f"Amt Nord\n\n{FEE}\n\n- 1 -", body=(10, 10 + len(FEE))), ParsedPage(2, f"i {HALF.text}")]
    own = [SourceParagraph(FEE, endnotes=(HALF,)), SourceParagraph(HALF.text)]
    first, second = complete_pages(pages, own)
    assert first.text == f"Amt Nord\n\n{TOLD}\n\n- 1 -"
    assert first.body_text == TOLD
    assert second.text == pages[1].text


def test_paragraphs_alike_have_each_its_own_note() -> None:
    other = HALF._replace(mark="ii", text="Ab 2027 das Doppelte.")
    own = [
        SourceParagraph(FEE, endnotes=(HALF,)),
        SourceParagraph("Zweiter Teil"),
        SourceParagraph(FEE, endnotes=(other,)),
    ]
    first, second = insert_endnotes([ParsedPage(1, FEE), ParsedPage(2, f"Zweiter Teil\n\n{FEE}")], own)
    assert first.text == TOLD
    assert (
        second.text
        == f"Zweiter Teil\n\n{TOLD.replace('(i: Für Studierende die Hälfte.)', '(ii: Ab 2027 das Doppelte.)')}"
    )


def test_notes_of_a_table_and_of_a_heading_stand_below_them() -> None:
    table = "| Art | Gebühr |\n| --- | --- |\n| Hund | 30,50 Euro |"
    cell, head = Endnote("ii", "Jährlich.", "30,50 Euro"), Endnote("i", "Vom Mai.", "Gebührensatzung")
    own = [
        SourceParagraph("Gebührensatzung", endnotes=(head,)),
        SourceParagraph("30,50 Euro", cell=True, endnotes=(cell,)),
    ]
    [page] = insert_endnotes([ParsedPage(1, f"## Gebührensatzung\n\n{table}\n\nEnde.")], own)
    assert page.text == f"## Gebührensatzung\n\n(i: Vom Mai.)\n\n{table}\n\n(ii: Jährlich.)\n\nEnde."


def test_a_note_whose_sentence_is_not_printed_and_one_that_is_told_already_change_nothing() -> None:
    pages = [ParsedPage(1, TOLD)]
    assert insert_endnotes(pages, [SourceParagraph(FEE, endnotes=(HALF,))]) == pages
    assert (
        insert_endnotes(pages, [SourceParagraph("Etwas anderes", endnotes=(HALF._replace(before="Ganz anders"),))])
        == pages
    )


@pytest.mark.parametrize(
    ("before", "named"),
    [
        ("Nichtmitglieder zahlen nichts extra.", "Mitglieder zahlen nichts"),
        ("Der Eintritt ist frei für Kinder.", "Der Eintritt ist frei"),
        ("Im Mai gilt: Die Gebühr beträgt 30 Euro. Hunde zahlen nichts.", "Die Gebühr beträgt 30 Euro."),
    ],
)
def test_a_paragraph_is_not_found_within_another(before: str, named: str) -> None:
    note = Endnote("i", "Nur im Mai.", named)
    own = [SourceParagraph(before), SourceParagraph(named, endnotes=(note,)), SourceParagraph("Ende.")]
    [page] = insert_endnotes([ParsedPage(1, f"{before}\n\n{named}\n\nEnde.")], own)
    assert page.text == f"{before}\n\n{named} (i: Nur im Mai.)\n\nEnde."


def test_a_paragraph_that_is_printed_more_often_than_the_file_has_it_gets_no_note() -> None:
    """As in a table of contents that the file writes otherwise."""
    pages = [ParsedPage(1, f"{FEE}\n\nErster Teil\n\n{FEE}")]
    assert insert_endnotes(pages, [SourceParagraph(FEE, endnotes=(HALF,))]) == pages


def test_a_paragraph_that_print_has_run_into_another_gets_no_note() -> None:
    pages = [ParsedPage(1, f"Kinder zahlen nichts. {FEE}")]
    assert insert_endnotes(pages, [SourceParagraph("Etwas anderes."), SourceParagraph(FEE, endnotes=(HALF,))]) == pages


def test_an_entry_of_a_list_is_found_without_what_counts_it() -> None:
    own = [SourceParagraph("Hunde kosten 30 Euro."), SourceParagraph(FEE, endnotes=(HALF,))]
    [page] = insert_endnotes([ParsedPage(1, f"1. Hunde kosten 30 Euro.\n2. {FEE}")], own)
    assert page.text == f"1. Hunde kosten 30 Euro.\n2. {TOLD}"


def test_the_note_of_an_entry_without_a_full_stop_is_not_that_of_the_next_one() -> None:
    note = Endnote("i", "Nur montags.", "Erwachsene zahlen 8 Euro")
    own = [SourceParagraph("Erwachsene zahlen 8 Euro", endnotes=(note,)), SourceParagraph("Kinder zahlen 4 Euro.")]
    [page] = insert_endnotes([ParsedPage(1, "- Erwachsene zahlen 8 Euro\n- Kinder zahlen 4 Euro.")], own)
    assert page.text == "- Erwachsene zahlen 8 Euro (i: Nur montags.)\n- Kinder zahlen 4 Euro."


def test_a_mark_that_print_does_not_tell_from_a_figure_is_passed_over() -> None:
    note = Endnote("ii", "Mindestens.", "Die Strafe beträgt 25")
    own = [SourceParagraph("Die Strafe beträgt 25 Euro.", endnotes=(note,))]
    [page] = insert_endnotes([ParsedPage(1, "Die Strafe beträgt 25ii Euro.")], own)
    assert page.text == "Die Strafe beträgt 25ii Euro. (ii: Mindestens.)"


def test_a_mark_before_all_words_of_its_paragraph_belongs_to_no_sentence() -> None:
    pages = [ParsedPage(1, f"Amt Nord\n\n{FEE}")]
    own = [SourceParagraph("Amt Nord"), SourceParagraph(FEE, endnotes=(HALF._replace(before=""),))]
    assert insert_endnotes(pages, own) == pages


def test_a_paragraph_that_the_end_of_a_page_cuts_has_its_notes_on_both_pages() -> None:
    """Its sentence is completed on the first page."""
    late = Endnote("ii", "Sonst im Juni.", " Sie ist im Mai fällig. Wer sie nicht zahlt, zahlt das Doppelte")
    own = [SourceParagraph(f"{FEE} Wer sie nicht zahlt, zahlt das Doppelte.", endnotes=(HALF, late))]
    first, second = insert_endnotes([ParsedPage(1, FEE), ParsedPage(2, "fällig. " + own[0].text[len(FEE) + 1 :])], own)
    assert first.text == TOLD
    assert second.text == "fällig. Wer sie nicht zahlt, zahlt das Doppelte. (ii: Sonst im Juni.)"


def test_thousands_of_notes_of_one_paragraph_are_placed_in_time_that_grows_with_them() -> None:
    notes = tuple(Endnote("i", f"Note {number}.", f" Wort {number} hier") for number in range(4_000))
    text = " ".join(f"Wort {number} hier." for number in range(4_000))
    with at_most(2):
        [page] = insert_endnotes([ParsedPage(1, text)], [SourceParagraph(text, endnotes=notes)])
    assert page.text.startswith("Wort 0 hier. (i: Note 0.) Wort 1 hier. (i: Note 1.)")
    assert page.text.count("(i: ") == 2_000
