"""JSONL: one document a line, with its text and what else is known of it."""

import json
from collections.abc import Iterable, Iterator
from math import isfinite
from pathlib import Path
from typing import Any, NoReturn

from django.utils.translation import gettext_noop as _

from apps.documents.parsing.formats.detect_media_type import RECORD
from apps.documents.sources.connectors.metadata_to_columns import document_facts
from apps.documents.sources.connectors.source_item import Item, NamedReaders
from apps.text.numbers.parse_date import parse_date
from apps.text.strip_unstorable_characters import strip_unstorable

CONTENT = {"text": str, "html": str, "pages": list}
READERS = ("reader_groups", "reader_users")
OWN = frozenset({"id", "title", "date", "url", "metadata", "name", "description", "keywords", *READERS, *CONTENT})
LONGEST_ID = 500
LONGEST_TITLE = 1_000
LONGEST_LINE = 50 * 2**20
NO_NAMES = {
    "reader_groups": _("its 'reader_groups' is no list of names"),
    "reader_users": _("its 'reader_users' is no list of names"),
}


class BadRecordError(ValueError):
    """A line that is no document; the message says what is missing, in words that status_messages.py translates."""


def items_of_file(file: Path, external_id: str) -> Iterator[Item]:
    """The documents of a file, as `items_of_lines` gives them. Raises OSError."""
    with file.open("rb") as lines:
        yield from items_of_lines(lines, file.name, external_id)


def items_of_lines(lines: Iterable[bytes], file_name: str, external_id: str) -> Iterator[Item]:
    """One item a line; a bad line is named by its number and does not stop the others.

    A file whose first line is no document at all (questions, logs) is one bad item, not thousands. An empty file
    is one too, not silence.
    """
    is_empty = True
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        is_empty = False
        try:
            yield parse_item(line.strip(), file_name)
        except BadRecordError as error:
            where = f"{external_id}:{number}"
            detail = {"line": number, "error": str(error)}
            yield Item(where, file_name, reason_code="broken_record", reason_detail=detail)
            if number == 1 and is_something_else(line):
                return
    if is_empty:
        yield Item(external_id, file_name, reason_code="empty_file")


def is_something_else(line: bytes) -> bool:
    """A JSON object without any content: the file holds other things than documents."""
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(record, dict) and not has_content(record)


def has_content(record: dict[str, object]) -> bool:
    """Questions and logs may count `pages`; only a list holds them."""
    return any(isinstance(record.get(name), kind) for name, kind in CONTENT.items())


def parse_item(line: bytes, file_name: str) -> Item:
    """Raises BadRecordError."""
    record = parse_record(line)
    identity = record.get("id")
    if not isinstance(identity, str | int) or isinstance(identity, bool) or not str(identity).strip():
        raise BadRecordError(_("it has no 'id'"))
    if len(str(identity)) > LONGEST_ID:
        raise BadRecordError(_("its 'id' is too long"))
    if not has_content(record):
        raise BadRecordError(_("it has none of 'text', 'html' and 'pages'"))
    date_text = record.get("date")
    metadata = record_metadata(record)
    return Item(
        str(identity).strip(),
        file_name,
        line,
        RECORD,
        title=(record_text(record, "title") or record_text(record, "name"))[:LONGEST_TITLE],
        url=record_url(record),
        date=parse_date(date_text) if isinstance(date_text, str) else None,
        metadata=metadata,
        facts=document_facts(metadata),
        readers=record_readers(record),
    )


def record_readers(record: dict[str, Any]) -> NamedReaders | None:
    """Groups and people; who names either leaves out the others. Raises BadRecordError."""
    groups, people = (name_list(record, column) for column in READERS)
    if groups is None and people is None:
        return None
    return NamedReaders(frozenset(groups or ()), frozenset((name,) for name in people or ()))


def name_list(record: dict[str, Any], column: str) -> list[str] | None:
    """A list of names, or one text with `;` between them. Raises BadRecordError: a slip must not open a document."""
    value = record.get(column)
    if value is None:
        return None
    names = value.split(";") if isinstance(value, str) else value
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise BadRecordError(NO_NAMES[column])
    return [name.strip() for name in names if name.strip()]


def parse_record(line: bytes) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        raise BadRecordError(_("it is too long"))
    try:
        record = json.loads(line, parse_constant=refuse_constant, parse_float=parse_finite)
    except UnicodeDecodeError:
        raise BadRecordError(_("it is not UTF-8")) from None
    except (ValueError, RecursionError):
        raise BadRecordError(_("it is not JSON")) from None
    if not isinstance(record, dict):
        raise BadRecordError(_("it is no JSON object"))
    return strip_unstorable(record, nul="") if b"\\u" in line else record


def refuse_constant(name: str) -> NoReturn:
    """NaN and Infinity are Python's own; the database refuses them. Raises ValueError."""
    raise ValueError(name)


def parse_finite(digits: str) -> float:
    """Raises ValueError for 1e999, which no database keeps either."""
    number = float(digits)
    return number if isfinite(number) else refuse_constant(digits)


def record_text(record: dict[str, Any], name: str) -> str:
    value = record.get(name)
    return " ".join(value.split()) if isinstance(value, str) else ""


def record_url(record: dict[str, object]) -> str:
    """Only web addresses become links."""
    url = record_text(record, "url")
    return url if url.startswith(("http://", "https://")) and len(url) <= 2_000 else ""


def record_metadata(record: dict[str, object]) -> dict[str, object]:
    """Everything the record says that has no place of its own; an unreadable date stays visible here."""
    given = record.get("metadata")
    rest = {name: value for name, value in record.items() if name not in OWN}
    if isinstance(date := record.get("date"), str) and date and parse_date(date) is None:
        rest["date"] = date
    return rest | (given if isinstance(given, dict) else {})
