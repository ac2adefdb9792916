"""Finds a column header of the answer's table that the cited page does not support for the cell below it.

"5,00 Euro" under "Jugendliche" is another price than "5,00 Euro" under "Erwachsene".
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from apps.chat.quote_restrictions.restricting_table_cell import BAR, table_lines
from apps.chat.reply_parsing.parse_markers_and_quotes import MARKER_PATTERN
from apps.text.locate_quote import BETWEEN_PARAGRAPHS, Span
from apps.text.quotable_units import BETWEEN_CELLS, is_table_rule, split_table_cells
from apps.text.restrictions.restricting_sentences_before import restricts_as_heading
from apps.text.word_stems import WORD, fold, stem

MARKER = re.compile(MARKER_PATTERN, re.IGNORECASE)
SAYS_NOTHING = frozenset(
    stem(fold(word))
    for word in """
    Preis Gebühr Kosten Betrag Wert Höhe Entgelt Tarif Leistung Art Bezeichnung Posten Position Angabe Merkmal Thema
    Punkt Kategorie Eintrag Gegenstand Nr Nummer Ergebnis Information Beschreibung Antwort Quelle
    price fee cost amount value rate service item name category detail topic result information answer source
    für in im der die das den dem des von vom zu zum zur und a an am the of for per je pro
    """.split()  # noqa: SIM905 - a list of words to be read
)
"""Words of heads that tell no column from another."""


@dataclass(frozen=True, slots=True)
class QuotedPlace:
    """A quote's place on its page, its sentence there, and what tells its subject: title and headings above."""

    page: str
    quote: Span | None
    sentence: str
    around: Sequence[str]


def unexplained_head(body: str, cell: Span, places: Sequence[QuotedPlace], question: str) -> str:
    """The first head over the row of a cell, up to this one, that no quoted place says of what stands below it.

    Empty where there is none. Over the key of a row a word may say what the rows are ("Dokument"). The question
    explains what a head leaves out, never what it adds.
    """
    for column, head, said in headed_cells(body, cell):
        is_kind = not column and len(WORD.findall(head)) == 1 and not restricts_as_heading(head)
        if not any(
            is_head_supported(head, said, place, question) or (is_kind and not is_other_column(head, place))
            for place in places
        ):
            return head
    return ""


def is_other_column(head: str, place: QuotedPlace) -> bool:
    """Whether the page names a column of figures so: "Jugendliche" is no kind of "Einzelkarte"."""
    return any(distinguishing_words(head) & distinguishing_words(name) for name in page_row(place)[1][1:])


def headed_cells(body: str, cell: Span) -> Iterator[tuple[int, str, str]]:
    """The cells of the answer's row up to this one: column, head and text of each; none outside of tables."""
    start = body.rfind("\n", 0, cell.start) + 1
    first = max(body.rfind(BETWEEN_PARAGRAPHS, 0, start) + 1, 0)
    above = body[first:start].splitlines()
    rule = next((place for place, line in enumerate(above) if place and BAR in line and is_table_rule(line)), 0)
    if not rule:
        return
    heads = split_table_cells(above[rule - 1])
    end = body.find("\n", cell.end)
    row = split_table_cells(MARKER.sub("", body[start : end if end >= 0 else len(body)]))
    line = body[start : cell.end].strip()
    last = len(BETWEEN_CELLS.findall(line)) - line.startswith(BAR) - (len(line) > 1 and line.endswith(BAR))
    for column, (head, said) in enumerate(zip(heads, row[: last + 1], strict=False)):
        if said and WORD.search(head):
            yield column, head, said


def is_head_supported(head: str, said: str, place: QuotedPlace, question: str) -> bool:
    """Whether the page has this cell under such a head, or says in a text all that the head says."""
    own = distinguishing_words(head)
    around = distinguishing_words(" ".join(place.around))
    row, columns = page_row(place)
    if not row:
        return own <= around | distinguishing_words(place.sentence) | distinguishing_words(said)
    for name, cell in zip(columns, row, strict=False):
        others = {
            word for other in columns if other != name for word in distinguishing_words(other)
        } - distinguishing_words(name)
        if normalise_cell(cell) == normalise_cell(said) and matches_column_name(
            own, distinguishing_words(name), around | distinguishing_words(cell), question, others
        ):
            return True
    return False


def matches_column_name(own: set[str], name: set[str], around: set[str], question: str, others: set[str]) -> bool:
    """Whether a head adds nothing to the name of the page's column, and leaves out nothing that tells it apart.

    What names one of the `others`, the columns beside it, explains nothing: a title may name all of them.
    """
    if not own <= name | (around - others):
        return False
    if own & name or not name:
        return True
    asked = distinguishing_words(question)
    told = set() if asked & others else asked
    return name <= told if own else name <= told | around


def page_row(place: QuotedPlace) -> tuple[list[str], list[str]]:
    """The cells of the row in which a quote begins, and the names of their columns; both empty outside of tables."""
    text = place.page
    if place.quote is None:
        return [], []
    start = text.rfind("\n", 0, place.quote.start) + 1
    end = text.find("\n", start)
    line = text[start : end if end >= 0 else len(text)]
    if not line.lstrip().startswith(BAR):
        return [], []
    first = text.rfind(BETWEEN_PARAGRAPHS, 0, start)
    above = table_lines(text[first + len(BETWEEN_PARAGRAPHS) if first >= 0 else 0 : start])
    return split_table_cells(line), split_table_cells(above[0]) if above else []


def distinguishing_words(text: str) -> set[str]:
    return {stem(word) for word in WORD.findall(fold(text))} - SAYS_NOTHING


def normalise_cell(cell: str) -> str:
    return " ".join(WORD.findall(fold(cell)))
