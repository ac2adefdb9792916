"""Endnotes stand behind the sentence that names them, whatever page they are printed on."""

from apps.documents.parsing.endnotes.endnote import Endnote
from apps.documents.parsing.office_source_text.own_paragraph import OwnParagraph
from apps.documents.parsing.repair_printed_pages.endnotes_at_sentences import with_endnotes
from apps.documents.parsing.repair_printed_pages.restore_lost_text import complete_pages
from apps.documents.parsing.types import ParsedPage

FEE = "Die Gebühr beträgt 30 Euro. Sie ist im Mai fällig."
HALF = Endnote("i", "Für Studierende die Hälfte.", "Die Gebühr beträgt 30 Euro")
TOLD = "Die Gebühr beträgt 30 Euro. (i: Für Studierende die Hälfte.) Sie ist im Mai fällig."


def test_the_note_of_a_later_page_follows_its_sentence_and_stays_on_its_page() -> None:
    pages = [ParsedPage(1, f"Amt Nord\n\n{FEE}\n\n- 1 -", body=(10, 10 + len(FEE))), ParsedPage(2, f"i {HALF.text}")]
    own = [OwnParagraph(FEE, endnotes=(HALF,)), OwnParagraph(HALF.text)]
    first, second = complete_pages(pages, own)
    assert first.text == f"Amt Nord\n\n{TOLD}\n\n- 1 -"
    assert first.body_text == TOLD
    assert second.text == pages[1].text


def test_paragraphs_alike_have_each_its_own_note() -> None:
    other = HALF._replace(mark="ii", text="Ab 2027 das Doppelte.")
    own = [OwnParagraph(FEE, endnotes=(HALF,)), OwnParagraph("Zweiter Teil"), OwnParagraph(FEE, endnotes=(other,))]
    first, second = with_endnotes([ParsedPage(1, FEE), ParsedPage(2, f"Zweiter Teil\n\n{FEE}")], own)
    assert first.text == TOLD
    assert (
        second.text
        == f"Zweiter Teil\n\n{TOLD.replace('(i: Für Studierende die Hälfte.)', '(ii: Ab 2027 das Doppelte.)')}"
    )


def test_notes_of_a_table_and_of_a_heading_stand_below_them() -> None:
    table = "| Art | Gebühr |\n| --- | --- |\n| Hund | 30,50 Euro |"
    cell, head = Endnote("ii", "Jährlich.", "30,50 Euro"), Endnote("i", "Vom Mai.", "Gebührensatzung")
    own = [OwnParagraph("Gebührensatzung", endnotes=(head,)), OwnParagraph("30,50 Euro", cell=True, endnotes=(cell,))]
    [page] = with_endnotes([ParsedPage(1, f"## Gebührensatzung\n\n{table}\n\nEnde.")], own)
    assert page.text == f"## Gebührensatzung\n\n(i: Vom Mai.)\n\n{table}\n\n(ii: Jährlich.)\n\nEnde."


def test_a_note_whose_sentence_is_not_printed_and_one_that_is_told_already_change_nothing() -> None:
    pages = [ParsedPage(1, TOLD)]
    assert with_endnotes(pages, [OwnParagraph(FEE, endnotes=(HALF,))]) == pages
    assert (
        with_endnotes(pages, [OwnParagraph("Etwas anderes", endnotes=(HALF._replace(before="Ganz anders"),))]) == pages
    )
