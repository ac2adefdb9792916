"""Reads question files: one JSON object a line, checked before anything is searched or asked."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from apps.evaluation.planning.create_run import OpeningQuestion
from apps.text.strip_unstorable_characters import strip_unstorable

LANGUAGES = ("de", "en", "ja")


class BadQuestions(ValueError):  # noqa: N818 - it is an answer to the person who wrote the file
    """The message names the file, the line and what would be right."""


@dataclass(frozen=True, slots=True)
class RankedQuestion:
    """A question and where its answer stands. `page` counts from 1; None when only the document is known."""

    text: str
    document_names: tuple[str, ...]
    """None for a question that the documents do not answer."""
    page: int | None = None
    previous: tuple[str, ...] = ()
    """The questions asked before it in the same conversation, oldest first."""


def read_ranked_questions(path: Path) -> list[RankedQuestion]:
    """Questions with the documents expected; empty lines are skipped. Raises BadQuestions."""
    questions = [parse_ranked_question(place, record) for place, record in read_records(path)]
    if not any(each.document_names for each in questions):
        raise BadQuestions(f"{path}: no question names a document, so nothing can be found.")
    return questions


def read_opening_questions(path: Path) -> list[OpeningQuestion]:
    """Questions to begin dialogues with, or to compare answers to. Raises BadQuestions."""
    return [parse_opening_question(place, record) for place, record in read_records(path)]


def read_records(path: Path) -> list[tuple[str, dict[str, object]]]:
    """Each record with its place in the file. Raises BadQuestions."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadQuestions(f"{path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise BadQuestions(f"{path} is not UTF-8 text (byte {error.start}).") from error
    # Not splitlines: inside JSON strings there may be separators that only it takes for the end of a line.
    lines = enumerate(text.split("\n"), start=1)
    found = [parse_record(f"{path}, line {number}", line) for number, line in lines if line.strip()]
    if not found:
        raise BadQuestions(f"{path} holds no question.")
    return found


def parse_record(place: str, line: str) -> tuple[str, dict[str, object]]:
    try:
        data = json.loads(line)
    except json.JSONDecodeError as error:
        raise BadQuestions(f"{place}: not JSON ({error.msg}, column {error.colno}).") from error
    except ValueError as error:
        raise BadQuestions(f"{place}: not JSON (a number has too many digits).") from error
    except RecursionError as error:
        raise BadQuestions(f"{place}: nested too deeply.") from error
    if not isinstance(data, dict):
        raise BadQuestions(f"{place}: use one JSON object with 'question' and 'document_id' or 'file'.")
    return place, strip_unstorable(data)


def parse_ranked_question(place: str, record: dict[str, Any]) -> RankedQuestion:
    names = () if is_unanswerable(record) else expected_document_names(place, record)
    previous = tuple(parse_list(place, record, "previous")) if record.get("previous") else ()
    return RankedQuestion(question_text(place, record), names, parse_page(place, record), previous)


def is_unanswerable(record: dict[str, object]) -> bool:
    """Whether the record says that no document answers it: by `must_refuse`, its type, or a document that is null."""
    if record.get("document_id") is not None or record.get("file") is not None:
        return False
    says_so = {record.get("type"), record.get("kind"), record.get("question_type")} & {"unanswerable", "null_query"}
    return bool(says_so) or record.get("must_refuse") is True or "document_id" in record or "file" in record


def parse_opening_question(place: str, record: dict[str, object]) -> OpeningQuestion:
    """What else a record says of a good answer is taken over as for a case; without any of it nothing is demanded."""
    language = parse_text(place, record, "language")
    if language not in ("", *LANGUAGES):
        raise BadQuestions(f"{place}: 'language' is {format_value(language)}, use {', '.join(LANGUAGES)}.")
    expectation: dict[str, Any] = {}
    if record.get("must_refuse") is not None:
        expectation["must_refuse"] = parse_flag(place, record, "must_refuse")
    for name in ("required", "forbidden"):
        if record.get(name):
            expectation[name] = parse_list(place, record, name)
    if reference := parse_text(place, record, "reference"):
        expectation["reference"] = reference
    if record.get("document_id") is not None or record.get("file") is not None:
        expectation["expected"] = [[expected_document_names(place, record)[0], parse_page(place, record)]]
    return OpeningQuestion(question_text(place, record), parse_text(place, record, "persona"), language, expectation)


def parse_text(place: str, record: dict[str, object], name: str) -> str:
    value = record.get(name)
    if value is not None and not isinstance(value, str):
        raise BadQuestions(f"{place}: '{name}' is {format_value(value)}, use a text.")
    return (value or "").strip()


def parse_list(place: str, record: dict[str, object], name: str) -> list[str]:
    value = record[name]
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise BadQuestions(f"{place}: '{name}' is {format_value(value)}, use a list of texts.")
    return value


def parse_flag(place: str, record: dict[str, Any], name: str) -> bool:
    value = record[name]
    if not isinstance(value, bool):
        raise BadQuestions(f"{place}: '{name}' is {format_value(value)}, use true or false.")
    return value


def question_text(place: str, record: dict[str, Any]) -> str:
    text = record.get("question")
    if not isinstance(text, str) or not text.strip():
        raise BadQuestions(f"{place}: 'question' is {format_value(text)}, use a text.")
    return text


def expected_document_names(place: str, record: dict[str, Any]) -> tuple[str, ...]:
    values = [(name, record[name]) for name in ("file", "document_id") if record.get(name) is not None]
    for name, value in values:
        if not isinstance(value, str) or not value.strip():
            raise BadQuestions(f"{place}: '{name}' is {format_value(value)}, use the document's external id.")
    if not values:
        raise BadQuestions(f"{place}: neither 'document_id' nor 'file' names the document expected.")
    return tuple(value.strip() for _, value in values)


def parse_page(place: str, record: dict[str, object]) -> int | None:
    number = record.get("page")
    if number is None:
        return None
    if not isinstance(number, int) or isinstance(number, bool) or number < 1:
        raise BadQuestions(f"{place}: 'page' is {format_value(number)}, use a whole number from 1.")
    return number


def format_value(value: object) -> str:
    return "missing" if value is None else json.dumps(value, ensure_ascii=False)[:60]
