"""Reads the records of a file of cases, JSON Lines, CSV or XLSX, each with its line; nothing in them is checked yet."""

import csv
import json
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from django.utils.translation import gettext, gettext_noop

from apps.spreadsheets.read_and_write_tables import parse_csv_rows, read_first_sheet
from apps.text.strip_unstorable_characters import strip_unstorable

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


class CaseRecord(NamedTuple):
    """A case as a file has it: the line it stands in, from 1, and its values by name."""

    line: int
    values: dict[str, object]


def read_case_records(name: str, content: bytes) -> list[CaseRecord]:
    """The records of a file, read as the ending of its name says, without what no table holds. Raises BadSuite."""
    readers = {"jsonl": parse_jsonl_cases, "csv": parse_csv_cases, "xlsx": parse_xlsx_cases}
    form = name.rpartition(".")[2].lower()
    if form not in readers:
        raise BadSuite(gettext_noop("'%(name)s' is no .jsonl, .csv or .xlsx file."), name=name)
    return [CaseRecord(line, strip_unstorable(values)) for line, values in readers[form](content)]


def parse_jsonl_cases(content: bytes) -> list[CaseRecord]:
    lines = decode_utf8(content).split("\n")
    found = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        # Also a number of more digits than Python reads.
        except (ValueError, RecursionError) as error:
            raise BadSuite(gettext_noop("Line %(line)s is not JSON: %(error)s."), line=number, error=error) from error
        if not isinstance(record, dict):
            raise BadSuite(gettext_noop("Line %(line)s is no JSON object."), line=number)
        found.append(CaseRecord(number, record))
    return found


def parse_csv_cases(content: bytes) -> list[CaseRecord]:
    text, separator = detect_separator(decode_spreadsheet_text(content))
    try:
        return records_from_table(parse_csv_rows(text, separator))
    except csv.Error as error:
        raise BadSuite(gettext_noop("The file cannot be read as CSV: %(error)s."), error=error) from error


def detect_separator(text: str) -> tuple[str, str]:
    """The table and the separator of its cells: the one its first line names for Excel ("sep=;"), or the most usual."""
    head, _line, rest = text.partition("\n")
    if named := SEPARATOR_LINE.fullmatch(head.rstrip("\r")):
        return rest, named[1]
    return text, max(SEPARATORS, key=head.count)


def parse_xlsx_cases(content: bytes) -> list[CaseRecord]:
    try:
        return records_from_table(read_first_sheet(content))
    except ValueError as error:
        raise BadSuite("%(error)s", error=error) from error


def records_from_table(rows: Sequence[Sequence[str]]) -> list[CaseRecord]:
    if not rows:
        raise BadSuite(gettext_noop("The file is empty."))
    names = [str(name).strip().lower() for name in rows[0]]
    if "question" not in names:
        raise BadSuite(gettext_noop("The first line names no column 'question'."))
    return [
        CaseRecord(number, record_from_row(number, names, row))
        for number, row in enumerate(rows[1:], start=2)
        if any(str(value).strip() for value in row)
    ]


def record_from_row(line: int, names: Sequence[str], row: Sequence[str]) -> dict[str, object]:
    """The cells by their column. Raises BadSuite for more cells than columns.

    A text that nobody put into quotation marks falls apart at its commas; what comes after the last name would be lost.
    """
    if any(str(value).strip() for value in row[len(names) :]):
        raise BadSuite(gettext_noop("Line %(line)s has more cells than the first line has names."), line=line)
    return dict(zip(names, row, strict=False))


def decode_utf8(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadSuite(gettext_noop("The file is not UTF-8 text (byte %(byte)s)."), byte=error.start) from error


def decode_spreadsheet_text(content: bytes) -> str:
    """UTF-8, or what spreadsheet programs store: UTF-16 with its mark, Windows-1252. Raises BadSuite."""
    codecs = ["utf-16"] if content.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) else ["utf-8-sig", "cp1252"]
    for codec in codecs:
        with suppress(UnicodeDecodeError):
            return content.decode(codec)
    raise BadSuite(gettext_noop("The file is not UTF-8 text, nor UTF-16 or Windows-1252."))
