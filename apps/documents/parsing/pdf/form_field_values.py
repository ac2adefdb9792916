"""Moves values of PDF form fields to their labels: in the extracted text they come after all the rest of the page."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from apps.documents.parsing.layout.find_ruled_tables import Box
from apps.documents.parsing.layout.reading_order import TextLine, are_on_one_baseline
from apps.documents.parsing.load_pymupdf_lazily import load_pymupdf, mupdf_errors, raise_if_out_of_memory

if TYPE_CHECKING:
    import pymupdf

UNSEEN = 0b100010
"""Flags of annotations: hidden, or not shown on the screen."""
NEAR = 2.0
MOST = 500
COMBO = 1 << 17
"""Flag of a field to choose from of which the chosen entry alone is shown."""
TICKED, FREE = "☒", "☐"


class FormField(NamedTuple):
    """Box in points, as the text of the page; `state` is the name of a box to tick, empty for other fields. `chosen`:
    the entries chosen from a list that shows others, too; None for other fields."""

    box: Box
    state: str
    chosen: str | None = None

    def holds(self, line: TextLine) -> bool:
        x, y = (line.x0 + line.x1) / 2, (line.y0 + line.y1) / 2
        return self.box[0] <= x <= self.box[2] and self.box[1] <= y <= self.box[3]


def read_form_fields(page: "pymupdf.Page") -> list[FormField]:
    """The fields that are shown; none where they are broken, or more than a person fills."""
    try:
        fields = list(islice(shown_fields(page), MOST + 1)) if page.parent.is_form_pdf else []
    except mupdf_errors() as error:
        raise_if_out_of_memory(error)
        return []
    return fields if len(fields) <= MOST else []


def shown_fields(page: "pymupdf.Page") -> Iterator[FormField]:
    pymupdf, document, to_page = load_pymupdf(), page.parent, page.transformation_matrix
    for xref, kind, _ in page.annot_xrefs():
        sides = parse_rectangle(document.xref_get_key(xref, "Rect")[1]) if kind == pymupdf.PDF_ANNOT_WIDGET else []
        flags = document.xref_get_key(xref, "F")[1] if sides else ""
        if len(sides) != 4 or (flags.isdigit() and int(flags) & UNSEEN):
            continue
        box = (pymupdf.Rect(*sides).normalize() * to_page).normalize()
        named, state = document.xref_get_key(xref, "AS")
        chosen = chosen_from_list(page, xref) if is_list_field(document, xref) else None
        yield FormField((box.x0, box.y0, box.x1, box.y1), state if named == "name" else "", chosen)


def is_list_field(document: "pymupdf.Document", xref: int) -> bool:
    """Whether it shows entries that are not chosen; what a field does not say, its parent does."""
    kind, flags = (
        document.xref_get_key(xref, name)[1].replace("null", "") or document.xref_get_key(xref, f"Parent/{name}")[1]
        for name in ("FT", "Ff")
    )
    return kind == "/Ch" and not (flags.isdigit() and int(flags) & COMBO)


def chosen_from_list(page: "pymupdf.Page", xref: int) -> str:
    """Returns what is chosen as it is shown; empty where nothing is."""
    field = page.load_widget(xref)
    stored = field.field_value if isinstance(field.field_value, list) else [field.field_value or ""]
    shown = {pair[0]: pair[1] for pair in field.choice_values or () if not isinstance(pair, str)}
    return ", ".join(shown.get(value, value) for value in stored if value)


def parse_rectangle(array: str) -> list[float]:
    """Parses a box as PDF writes it: "[180 716 400.5 734]"; empty for anything else."""
    try:
        return [float(side) for side in array.strip("[] ").split()]
    except ValueError:
        return []


def place_field_values(lines: list[TextLine], fields: Sequence[FormField]) -> list[TextLine]:
    """Each filled text after its label, and the boxes to tick before what they stand for.

    Of boxes those are told of a page on which one is ticked; what is drawn in them is a letter of a font of signs.
    """
    for field in fields:
        if field.chosen is not None:
            lines = keep_chosen_entries(lines, field)
    boxes = [field for field in fields if field.state]
    filled = [line for line in lines if any(field.holds(line) for field in fields)]
    if not filled:
        return lines
    taken = set(map(id, filled))
    ordered = [line for line in lines if id(line) not in taken]
    for line in filled:
        if not any(field.holds(line) for field in boxes):
            put_after_label(ordered, line)
    if any(field.state != "/Off" for field in boxes):
        for field in boxes:
            put_checkbox_before_text(ordered, field)
    return ordered


def keep_chosen_entries(lines: list[TextLine], field: FormField) -> list[TextLine]:
    """The first line of a list tells what is chosen; the others offer what is not."""
    shown = [line for line in lines if field.holds(line)]
    for line in shown[:1]:
        line.text = field.chosen or ""
    dropped = set(map(id, shown[1:] if field.chosen else shown))
    return [line for line in lines if id(line) not in dropped]


def put_after_label(ordered: list[TextLine], line: TextLine) -> None:
    """The label stands before it on its line, else above it. Letters as large as the field are no heading and part no
    lines."""
    before = [each for each in ordered if are_on_one_baseline(each, line) and each.x0 <= line.x0]
    above = [each for each in ordered if each.y0 <= line.y0 and each.x0 < line.x1 and each.x1 > line.x0]
    label = max(before, key=lambda each: each.x0, default=None) or max(above, key=lambda each: each.y0, default=None)
    if label is not None:
        line.size, line.bold = label.size, False
        line.y0, line.y1 = (label.y0, label.y1) if before else (line.y0, line.y1)
    ordered.insert(len(ordered) if label is None else ordered.index(label) + 1, line)


def put_checkbox_before_text(ordered: list[TextLine], field: FormField) -> None:
    x0, y0, x1, y1 = field.box
    sign = TextLine(FREE if field.state == "/Off" else TICKED, x0, y0, x1, y1, y1 - y0, bold=False, block=-1)
    behind = [each for each in ordered if are_on_one_baseline(each, sign) and each.x0 >= x1 - NEAR]
    text = min(behind, key=lambda each: each.x0, default=None)
    if text is None:
        return
    sign.size, sign.block, sign.y0, sign.y1 = text.size, text.block, text.y0, text.y1
    ordered.insert(ordered.index(text), sign)
