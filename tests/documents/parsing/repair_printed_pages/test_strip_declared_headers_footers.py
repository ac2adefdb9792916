from apps.documents.parsing.office_source_text.source_paragraph import SourceParagraph
from apps.documents.parsing.repair_printed_pages.restore_lost_text import complete_pages
from apps.documents.parsing.repair_printed_pages.strip_declared_headers_footers import (
    PageEdges,
    strip_headers_and_footers,
)
from apps.documents.parsing.types import ParsedPage

HEAD, FOOT = "Stadt Wilmersbach, Amt für Kultur", "Seite 0 von Kulturamt"
EDGES = PageEdges((HEAD,), (FOOT,))
FIRST = "Die Verwaltung prüft jeden Antrag der Gemeinde sorgfältig und teilt das Ergebnis schriftlich mit."
FEE = "14 Euro kostet die Karte für Erwachsene, die Hälfte für Kinder unter zwölf Jahren."


def bodies(*texts: str, own: tuple[str, ...] = (FIRST, FEE), edges: PageEdges = EDGES) -> list[str]:
    printed = [ParsedPage(number, text) for number, text in enumerate(texts, 1)]
    return [page.body_text for page in strip_headers_and_footers(printed, [*map(SourceParagraph, own)], edges)]


def test_a_head_and_a_foot_without_a_blank_are_left_out_and_stay_on_their_page() -> None:
    page = ParsedPage(2, f"{HEAD} {FIRST}\n\n{FEE} Seite 2 von Kulturamt")
    (found,) = complete_pages([page], [SourceParagraph(FIRST), SourceParagraph(FEE)], EDGES)
    assert found.body_text == f"{FIRST}\n\n{FEE}"
    assert found.text == f"{HEAD}\n\n{FIRST}\n\n{FEE}\n\nSeite 2 von Kulturamt"


def test_a_sentence_over_pages_is_completed_behind_the_head() -> None:
    before, after = FIRST[: len(FIRST) // 2].rstrip(), FIRST[len(FIRST) // 2 :].lstrip()
    printed = [ParsedPage(1, before), ParsedPage(2, f"{HEAD} {after}")]
    found = complete_pages(printed, [SourceParagraph(FIRST)], EDGES)
    assert [page.body_text for page in found] == [FIRST, after]


def test_the_number_of_the_page_takes_no_figure_of_the_text() -> None:
    edges = PageEdges(("Preisliste, Seite 1",))
    assert bodies(f"Preisliste, Seite 3 {FEE}", edges=edges) == [FEE]


def test_words_that_the_text_itself_has_stay() -> None:
    assert bodies(f"{HEAD}\n\n{FIRST}", own=(HEAD, FIRST)) == [f"{HEAD}\n\n{FIRST}"]
    assert bodies(f"{HEAD}\n\n{HEAD}\n\n{FIRST}", own=(HEAD, FIRST)) == [f"{HEAD}\n\n{FIRST}"]
    assert bodies(f"{FIRST}\n\nSeite 2 von Kulturamt", own=(FIRST, "Seite 2 von Kulturamt"))[0].endswith("Kulturamt")


def test_a_title_and_a_table_are_no_head() -> None:
    for text in (f"# {HEAD}\n\n{FIRST}", f"| {HEAD} | Preis |\n| --- | --- |\n| Karte | 14 |"):
        assert bodies(text) == [text]


def test_a_head_that_is_left_out_already_takes_nothing_more() -> None:
    page = ParsedPage(1, f"{HEAD}\n\n{HEAD} der Gemeinde", body=(len(HEAD) + 2, 2 * len(HEAD) + 14))
    assert strip_headers_and_footers([page], [], EDGES) == [page]


def test_a_file_of_nothing_but_heads_keeps_them() -> None:
    assert bodies(HEAD, own=()) == [HEAD]
    assert bodies(HEAD, f"{HEAD} {FIRST}") == ["", FIRST]
