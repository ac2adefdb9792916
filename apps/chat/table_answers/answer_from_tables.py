"""Answers a question from the tables of the documents that were found; queries the database, calls no model."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from django.utils import translation

from apps.chat.proof.find_quote import PageText
from apps.chat.table_answers.format_result_as_reply import format_table_reply, page_of_cell
from apps.chat.table_answers.operations.compute_result import compute_result
from apps.chat.table_answers.operations.computed_result import ComputedResult
from apps.chat.table_answers.questions.parse_table_question import TableQuestion, parse_table_question
from apps.chat.table_answers.questions.select_cells import table_match_score
from apps.chat.table_answers.tables.cell_grid import CellGrid
from apps.chat.table_answers.tables.extract_tables_across_pages import SourcePage, extract_tables
from apps.documents.models import Chunk, ChunkKind, Page
from apps.documents.parsing.cell_positions_in_text import SheetLayout
from apps.retrieval.query.types import Passage

MOST_DOCUMENTS = 8
AROUND = 6
"""Pages before and after one that was found: tables go on over several."""


@dataclass(frozen=True, slots=True)
class TableReply:
    """`text` as a model would reply, its numbers those of `passages`: what was found, and pages a table goes on to."""

    text: str
    passages: list[Passage]


def answer_from_tables(question: str, passages: Sequence[Passage], language: str) -> TableReply | None:
    """None when the question wants nothing worked out, and where the tables leave a doubt. Up to 2 queries a document.

    Every table near what was found is tried; when two fit alike and differ in the result, there is none."""
    asked = parse_table_question(question)
    if asked is None:
        return None
    found: list[tuple[int, ComputedResult, Passage]] = []
    texts: dict[tuple[int, int], PageText] = {}
    for passage in first_passage_per_document(passages):
        pages = load_nearby_pages([one for one in passages if one.document_id == passage.document_id])
        texts |= {(passage.document_id, page.number): page.page_text for page in pages}
        found += [(score, result, passage) for score, result in results_of(asked, [page.source for page in pages])]
    best = best_unrivalled_result(found)
    return build_table_reply(*best, passages, texts, language) if best else None


def first_passage_per_document(passages: Iterable[Passage]) -> list[Passage]:
    first: dict[int, Passage] = {}
    for passage in passages:
        if passage.page is not None:
            first.setdefault(passage.document_id, passage)
    return list(first.values())[:MOST_DOCUMENTS]


def results_of(asked: TableQuestion, pages: Sequence[SourcePage]) -> list[tuple[int, ComputedResult]]:
    grids = [CellGrid(table) for table in extract_tables(pages)]
    return [(table_match_score(asked, grid), result) for grid in grids if (result := compute_result(asked, grid))]


def best_unrivalled_result(
    found: Sequence[tuple[int, ComputedResult, Passage]],
) -> tuple[ComputedResult, Passage] | None:
    """The result of the table that fits best, unless another fits as well and says otherwise."""
    if not found:
        return None
    most = max(score for score, _, _ in found)
    best = [(result, passage) for score, result, passage in found if score == most]
    return best[0] if len({(result.value, result.unit) for result, _ in best}) == 1 else None


@dataclass(frozen=True, slots=True)
class NearPage:
    source: SourcePage
    page_text: PageText

    @property
    def number(self) -> int:
        return self.source.number


def load_nearby_pages(passages: Sequence[Passage]) -> list[NearPage]:
    """The pages of the revision that was searched, in their order; one query."""
    chunk = Chunk.objects.filter(pk=passages[0].chunk_id).values_list("revision_id", flat=True).first()
    wanted = {
        number for passage in passages if passage.page is not None
        for number in range(passage.page - AROUND, passage.page + AROUND + 1)
    }  # fmt: skip
    pages = Page.objects.filter(revision=chunk, number__in=wanted).order_by("number").defer("words")
    last = Page.objects.filter(revision=chunk).order_by("-number").values_list("number", flat=True).first()
    return [near_page(passages[0], page, is_last=page.number == last) for page in pages]


def near_page(passage: Passage, page: Page, *, is_last: bool) -> NearPage:
    """Tables are looked for between head and foot, so that one may go on from page to page."""
    sheet = page.sheet
    layout = SheetLayout.from_json(json.loads(sheet) if isinstance(sheet, str) else sheet) if sheet else None
    name = layout.name if layout else ""
    as_written = layout is not None and layout.as_written
    source = SourcePage(passage.document_id, page.number, page.body, passage.title, name, is_last, as_written)
    return NearPage(source, PageText(page.text, sheet=layout))


def build_table_reply(
    result: ComputedResult,
    passage: Passage,
    passages: Sequence[Passage],
    texts: dict[tuple[int, int], PageText],
    language: str,
) -> TableReply | None:
    """Builds a reply with a passage of every page that a cell stands on."""
    document = passage.document_id
    given = list(passages)
    numbers: dict[int, int] = {}
    for number in dict.fromkeys(page_of_cell(result, cell) for cell in result.cells):
        place = next((n for n, one in enumerate(given, 1) if (one.document_id, one.page) == (document, number)), 0)
        if not place:
            added = passage_of_page(passage, number)
            if added is None:
                return None
            given.append(added)
            place = len(given)
        numbers[number] = place
    with translation.override(language):
        text = format_table_reply(result, numbers, {number: texts[document, number] for number in numbers})
    return TableReply(text, given) if text else None


def passage_of_page(passage: Passage, number: int) -> Passage | None:
    """The first piece of another page of the same revision; one query."""
    revision = Chunk.objects.filter(pk=passage.chunk_id).values("revision_id")
    pieces = Chunk.objects.filter(revision__in=revision, page_number=number, kind=ChunkKind.CONTENT)
    chunk = pieces.order_by("position").first()
    return replace(passage, chunk_id=chunk.pk, page=number, text=chunk.text, cells="") if chunk else None
