"""Question files for hit rates: one JSON object a line, checked before anything is searched."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any


class BadQuestions(ValueError):  # noqa: N818 - it is an answer to the person who wrote the file
    """The message names the file, the line and what would be right."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question and where its answer stands. `page` counts from 1; None when only the document is known."""

    text: str
    document_names: tuple[str, ...]
    page: int | None = None


def read_questions(path: Path) -> list[Question]:
    """All questions of a JSON Lines file; empty lines are skipped. Raises BadQuestions."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadQuestions(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BadQuestions(f"{path} is not UTF-8 text (byte {error.start}).") from error
    # Not splitlines: inside JSON strings there may be separators that only it takes for the end of a line.
    lines = enumerate(text.split("\n"), start=1)
    questions = [question(f"{path}, line {number}", line) for number, line in lines if line.strip()]
    if not questions:
        raise BadQuestions(f"{path} holds no question.")
    return questions


def question(place: str, line: str) -> Question:
    try:
        record = json.loads(line)
    except json.JSONDecodeError as error:
        raise BadQuestions(f"{place}: not JSON ({error.msg}, column {error.colno}).") from error
    if not isinstance(record, dict):
        raise BadQuestions(f"{place}: use one JSON object with 'question' and 'document_id' or 'file'.")
    return Question(asked(place, record), expected(place, record), page(place, record))


def asked(place: str, record: dict[str, Any]) -> str:
    text = record.get("question")
    if not isinstance(text, str) or not text.strip():
        raise BadQuestions(f"{place}: 'question' is {shown(text)}, use a text.")
    return text


def expected(place: str, record: dict[str, Any]) -> tuple[str, ...]:
    values = [(name, record[name]) for name in ("file", "document_id") if record.get(name) is not None]
    for name, value in values:
        if not isinstance(value, str) or not value.strip():
            raise BadQuestions(f"{place}: '{name}' is {shown(value)}, use the document's external id.")
    if not values:
        raise BadQuestions(f"{place}: neither 'document_id' nor 'file' names the document expected.")
    return tuple(value.strip() for _, value in values)


def page(place: str, record: dict[str, Any]) -> int | None:
    number = record.get("page")
    if number is None:
        return None
    if not isinstance(number, int) or isinstance(number, bool) or number < 1:
        raise BadQuestions(f"{place}: 'page' is {shown(number)}, use a whole number from 1.")
    return number


def shown(value: Any) -> str:
    return "missing" if value is None else json.dumps(value, ensure_ascii=False)[:60]
