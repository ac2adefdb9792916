"""Exports and imports the cases of a suite: JSON Lines, CSV and XLSX."""

import csv
import json
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Mapping, Sequence
from contextlib import suppress

from django.db import transaction
from django.utils.translation import gettext, gettext_noop

from apps.documents.models import Document
from apps.evaluation.models import ROWS_AT_ONCE, Case, CaseSource, ExpectedPage, Persona, Suite
from apps.spreadsheets.read_and_write_tables import CSV, XLSX, csv_text, read_csv, read_sheet, workbook

JSONL = "application/x-ndjson"
FORMATS: Mapping[str, str] = {"jsonl": JSONL, "csv": CSV, "xlsx": XLSX}
TEXTS = ("question", "reference", "persona", "language", "source", "note")
FLAGS = ("must_refuse", "is_control", "held_out", "is_active")
LISTS = ("required", "forbidden", "tags", "expected")
COLUMNS = ("question", "reference", "expected", "required", "forbidden", "must_refuse", "is_control", "held_out",
           "persona", "language", "tags", "source", "note", "is_active")  # fmt: skip
TRUE, FALSE = {"1", "true", "yes", "ja", "x", "wahr"}, {"", "0", "false", "no", "nein", "falsch"}
MOST_CASES = 10_000
SEPARATORS = ",;\t"
SEPARATOR_LINE = re.compile(r'"?sep=([,;\t])"?', re.I)


class BadSuite(ValueError):  # noqa: N818 - it is an answer to the person who made the file
    """The message names the line and what would be right; `sentence` is the same in the language that is active."""

    def __init__(self, message: str, **facts: object) -> None:
        super().__init__(message % facts)
        self._message, self._facts = message, facts

    @property
    def sentence(self) -> str:
        return gettext(self._message) % self._facts


def exported(suite: Suite, form: str) -> bytes:
    """All cases of the suite. Raises KeyError for an unknown form."""
    rows = [row_of(case) for case in suite.cases.select_related("persona").prefetch_related("expected")]
    if form == "jsonl":
        return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()
    cells = [[cell(row[name]) for name in COLUMNS] for row in rows]
    if form == "csv":
        return csv_text([COLUMNS, *cells]).encode("utf-8-sig")
    return {"xlsx": workbook}[form]({"cases": [list(COLUMNS), *cells]})


def row_of(case: Case) -> dict[str, object]:
    return {
        "question": case.question,
        "reference": case.reference,
        "expected": [
            str(place.external_id) + (f"#{place.page}" if place.page else "") for place in case.expected.all()
        ],
        "required": list(case.required),
        "forbidden": list(case.forbidden),
        "must_refuse": case.must_refuse,
        "is_control": case.is_control,
        "held_out": case.held_out,
        "persona": case.persona.slug if case.persona else "",
        "language": case.language,
        "tags": list(case.tags),
        "source": case.source,
        "note": case.note,
        "is_active": case.is_active,
    }


def cell(value: object) -> str:
    """Lists have one item per line, as people write them into a cell."""
    if isinstance(value, bool):
        return "1" if value else "0"
    return "\n".join(value) if isinstance(value, list) else str(value)


def import_cases(suite: Suite, name: str, content: bytes) -> int:
    """Adds the cases of a file; the same question again replaces the one there is. All or nothing. Raises BadSuite."""
    form = name.rpartition(".")[2].lower()
    readers = {"jsonl": from_jsonl, "csv": from_csv, "xlsx": from_xlsx}
    if form not in readers:
        raise BadSuite(gettext_noop("'%(name)s' is no .jsonl, .csv or .xlsx file."), name=name)
    records = readers[form](content)
    if len(records) > MOST_CASES:
        raise BadSuite(
            gettext_noop("The file has %(count)s cases, use at most %(most)s."), count=len(records), most=MOST_CASES
        )
    personas = {persona.slug: persona for persona in Persona.objects.all()}
    with transaction.atomic():
        for line, record in records:
            import_case(suite, line, record, personas)
    return len(records)


def from_jsonl(content: bytes) -> list[tuple[int, dict[str, object]]]:
    lines = decoded(content).split("\n")
    found = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (json.JSONDecodeError, RecursionError) as error:
            raise BadSuite(gettext_noop("Line %(line)s is not JSON: %(error)s."), line=number, error=error) from error
        if not isinstance(record, dict):
            raise BadSuite(gettext_noop("Line %(line)s is no JSON object."), line=number)
        found.append((number, record))
    return found


def from_csv(content: bytes) -> list[tuple[int, dict[str, object]]]:
    text, separator = with_separator(decoded_table(content))
    try:
        return from_table(read_csv(text, separator))
    except csv.Error as error:
        raise BadSuite(gettext_noop("The file cannot be read as CSV: %(error)s."), error=error) from error


def with_separator(text: str) -> tuple[str, str]:
    """The table, and what stands between its cells: as the first line says it for Excel ("sep=;"), or is written."""
    head, _line, rest = text.partition("\n")
    if named := SEPARATOR_LINE.fullmatch(head.rstrip("\r")):
        return rest, named[1]
    return text, max(SEPARATORS, key=head.count)


def from_xlsx(content: bytes) -> list[tuple[int, dict[str, object]]]:
    try:
        return from_table(read_sheet(content))
    except ValueError as error:
        raise BadSuite("%(error)s", error=error) from error


def from_table(rows: Sequence[Sequence[str]]) -> list[tuple[int, dict[str, object]]]:
    if not rows:
        raise BadSuite(gettext_noop("The file is empty."))
    names = [str(name).strip().lower() for name in rows[0]]
    if "question" not in names:
        raise BadSuite(gettext_noop("The first line names no column 'question'."))
    return [
        (number, record_of(number, names, row))
        for number, row in enumerate(rows[1:], start=2)
        if any(str(value).strip() for value in row)
    ]


def record_of(line: int, names: Sequence[str], row: Sequence[str]) -> dict[str, object]:
    """A text that nobody put into quotation marks falls apart at its commas; what is behind the last name is lost."""
    if any(str(value).strip() for value in row[len(names) :]):
        raise BadSuite(gettext_noop("Line %(line)s has more cells than the first line has names."), line=line)
    return dict(zip(names, row, strict=False))


def decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadSuite(gettext_noop("The file is not UTF-8 text (byte %(byte)s)."), byte=error.start) from error


def decoded_table(content: bytes) -> str:
    """UTF-8, else what spreadsheet programs store: UTF-16 with its mark, or the letters of Windows in the West."""
    codecs = ["utf-16"] if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else ["utf-8-sig", "cp1252"]
    for codec in codecs:
        with suppress(UnicodeDecodeError):
            return content.decode(codec)
    raise BadSuite(gettext_noop("The file is not UTF-8 text, nor UTF-16 or Windows-1252."))


def import_case(suite: Suite, line: int, record: Mapping[str, object], personas: Mapping[str, Persona]) -> None:
    texts = {name: text_of(line, name, record.get(name)) for name in TEXTS}
    if not texts["question"]:
        raise BadSuite(gettext_noop("Line %(line)s: 'question' is empty."), line=line)
    persona = texts.pop("persona")
    if persona and persona not in personas:
        raise BadSuite(
            gettext_noop("Line %(line)s: unknown persona '%(persona)s'. Known: %(known)s."),
            line=line, persona=persona, known=", ".join(personas),
        )  # fmt: skip
    if texts["language"] not in ("", "de", "en", "ja"):
        raise BadSuite(
            gettext_noop("Line %(line)s: 'language' is '%(language)s', use de, en or ja."),
            line=line, language=texts["language"],
        )  # fmt: skip
    if texts["source"] not in CaseSource.values:
        texts["source"] = CaseSource.IMPORTED
    flags = {name: flag_of(line, name, said(record, name)) for name in FLAGS}
    lists = {name: list_of(line, name, record.get(name)) for name in LISTS}
    expected = lists.pop("expected") or old_names(record)
    case, _created = Case.objects.update_or_create(
        suite=suite,
        question=texts.pop("question"),
        defaults={**texts, **flags, **lists, "persona": personas.get(persona)},
    )
    case.expected.all().delete()
    ExpectedPage.objects.bulk_create((page_of(case, name) for name in expected), batch_size=ROWS_AT_ONCE)


def old_names(record: Mapping[str, object]) -> list[str]:
    """`document_id` or `file` and `page`, as in files for hit rates: the one by which a document is known.

    A page of a content system has an id of its own; the file that it came from names many pages. One query.
    """
    names = [str(record[name]) for name in ("file", "document_id") if record.get(name)]
    known = set(Document.objects.filter(external_id__in=names).values_list("external_id", flat=True))
    name = next((each for each in names if each in known), names[0] if names else "")
    page = record.get("page")
    return [f"{name}#{page}" if page else str(name)] if name else []


def page_of(case: Case, name: str) -> ExpectedPage:
    document, _hash, page = name.rpartition("#")
    if document and page.isdecimal() and int(page):
        return ExpectedPage(case=case, external_id=document, page=int(page))
    return ExpectedPage(case=case, external_id=name)


def text_of(line: int, name: str, value: object) -> str:
    if value is not None and not isinstance(value, str | int | float):
        raise BadSuite(gettext_noop("Line %(line)s: '%(name)s' is no text."), line=line, name=name)
    return str(value).replace("\0", "").strip() if value is not None else ""


def said(record: Mapping[str, object], name: str) -> object:
    """A case of which nothing is said is used; an empty cell says nothing."""
    value = record.get(name)
    return value if name != "is_active" or (value is not None and str(value).strip()) else True


def flag_of(line: int, name: str, value: object) -> bool:
    if isinstance(value, bool):
        return value
    word = str(value if value is not None else "").strip().lower()
    if word in TRUE | FALSE:
        return word in TRUE
    raise BadSuite(
        gettext_noop("Line %(line)s: '%(name)s' is '%(value)s', use 1 or 0."), line=line, name=name, value=value
    )


def list_of(line: int, name: str, value: object) -> list[str]:
    """A list, or a cell with one item per line."""
    if value is None:
        return []
    if isinstance(value, str):
        return [line.strip() for line in value.splitlines() if line.strip()]
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return value
    raise BadSuite(gettext_noop("Line %(line)s: '%(name)s' is no list of texts."), line=line, name=name)
