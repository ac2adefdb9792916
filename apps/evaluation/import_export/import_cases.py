"""Imports the cases of a file into a suite: every record is checked before anything is stored."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext_noop

from apps.documents.models import Document
from apps.evaluation.import_export.read_case_records import BadSuite, CaseRecord, read_case_records
from apps.evaluation.models import ROWS_AT_ONCE, Case, CaseSource, ExpectedPage, Persona, Suite

TEXTS = ("question", "reference", "persona", "language", "source", "note")
FLAGS = ("must_refuse", "is_control", "held_out", "is_active")
LISTS = ("required", "forbidden", "tags", "expected")
TRUE, FALSE = {"1", "true", "yes", "ja", "x", "wahr"}, {"", "0", "false", "no", "nein", "falsch"}
MOST_CASES = 10_000
MOST_DIGITS = 7
"""Of a page: what is longer belongs to the document's id."""
LONGEST_ID = 500
"""As the column of ExpectedPage has it."""


@dataclass(frozen=True, slots=True)
class ImportedCase:
    """A checked record. `values` by column of the table; `expected` names documents, with "#" and the page if known."""

    question: str
    values: Mapping[str, object]
    expected: Sequence[str]


def import_cases(suite: Suite, name: str, content: bytes) -> int:
    """Adds the cases of a file and says how many records it had. All or nothing. Raises BadSuite.

    A question that the suite has already is replaced, the oldest one where it has it several times. A handful of
    statements.
    """
    records = read_case_records(name, content)
    if len(records) > MOST_CASES:
        raise BadSuite(
            gettext_noop("The file has %(count)s cases, use at most %(most)s."), count=len(records), most=MOST_CASES
        )
    personas = {persona.slug: persona for persona in Persona.objects.all()}
    known = load_known_documents(records)
    cases = [parse_case(record, personas, known) for record in records]
    with transaction.atomic():
        store_cases(suite, cases)
    return len(records)


def store_cases(suite: Suite, imported: Iterable[ImportedCase]) -> None:
    """Each question once, as the last of its records has it. Runs inside the caller's transaction."""
    by_question = {each.question: each for each in imported}
    stored = suite.cases.filter(question__in_array=list(by_question)).order_by("-pk")
    there = {case.question: case for case in stored}
    rows = {question: there.get(question) or Case(suite=suite, question=question) for question in by_question}
    columns: set[str] = set()
    for question, case in rows.items():
        for name, value in by_question[question].values.items():
            setattr(case, name, value)
            columns.add(name)
    Case.objects.bulk_update(there.values(), sorted(columns), batch_size=ROWS_AT_ONCE)
    Case.objects.bulk_create((case for case in rows.values() if case.pk is None), batch_size=ROWS_AT_ONCE)
    ExpectedPage.objects.filter(case__in=there.values()).delete()
    pages = (
        parse_expected_page(name, rows[question]) for question, each in by_question.items() for name in each.expected
    )
    ExpectedPage.objects.bulk_create(pages, batch_size=ROWS_AT_ONCE)


def parse_case(record: CaseRecord, personas: Mapping[str, Persona], known: AbstractSet[str]) -> ImportedCase:
    """The case of a record; `known` are external ids of documents. Raises BadSuite."""
    line, values = record
    texts = {name: parse_text(line, name, values.get(name)) for name in TEXTS}
    question, persona = texts.pop("question"), texts.pop("persona")
    if not question:
        raise BadSuite(gettext_noop("Line %(line)s: 'question' is empty."), line=line)
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
    flags = {name: parse_flag(line, name, flag_or_default(values, name)) for name in FLAGS}
    lists = {name: parse_list(line, name, values.get(name)) for name in LISTS}
    expected = lists.pop("expected") or expected_from_file_columns(values, known)
    if any(len(parse_expected_page(name).external_id) > LONGEST_ID for name in expected):
        raise BadSuite(
            gettext_noop("Line %(line)s: the id of a document has at most %(most)s characters."),
            line=line, most=LONGEST_ID,
        )  # fmt: skip
    return ImportedCase(question, {**texts, **flags, **lists, "persona": personas.get(persona)}, expected)


def named_documents(values: Mapping[str, object]) -> list[str]:
    return [str(values[name]) for name in ("file", "document_id") if values.get(name)]


def load_known_documents(records: Iterable[CaseRecord]) -> set[str]:
    """Returns which of the documents that records name there are, by external id. One query."""
    names = {name for record in records for name in named_documents(record.values)}
    return set(Document.objects.filter(external_id__in_array=names).values_list("external_id", flat=True))


def expected_from_file_columns(values: Mapping[str, object], known: AbstractSet[str]) -> list[str]:
    """`document_id` or `file` and `page`, as in files for hit rates: the one by which a document is known.

    A page of a content system has an id of its own; the file that it came from names many pages.
    """
    names = named_documents(values)
    name = next((each for each in names if each in known), names[0] if names else "")
    page = values.get("page")
    return [f"{name}#{page}" if page else name] if name else []


def parse_expected_page(name: str, case: Case | None = None) -> ExpectedPage:
    """Parses a document's id, with "#" and the page behind it where that is known."""
    document, _hash, page = name.rpartition("#")
    if document and page.isdecimal() and len(page) <= MOST_DIGITS and int(page):
        return ExpectedPage(case=case, external_id=document, page=int(page))
    return ExpectedPage(case=case, external_id=name)


def parse_text(line: int, name: str, value: object) -> str:
    if value is not None and not isinstance(value, str | int | float):
        raise BadSuite(gettext_noop("Line %(line)s: '%(name)s' is no text."), line=line, name=name)
    return str(value).strip() if value is not None else ""


def flag_or_default(values: Mapping[str, object], name: str) -> object:
    """A case of which nothing is said is active; an empty cell says nothing."""
    value = values.get(name)
    return value if name != "is_active" or (value is not None and str(value).strip()) else True


def parse_flag(line: int, name: str, value: object) -> bool:
    if isinstance(value, bool):
        return value
    word = str(value if value is not None else "").strip().lower()
    if word in TRUE | FALSE:
        return word in TRUE
    raise BadSuite(
        gettext_noop("Line %(line)s: '%(name)s' is '%(value)s', use 1 or 0."), line=line, name=name, value=value
    )


def parse_list(line: int, name: str, value: object) -> list[str]:
    """A list, or a cell with one item per line."""
    if value is None:
        return []
    if isinstance(value, str):
        return [each.strip() for each in value.splitlines() if each.strip()]
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return value
    raise BadSuite(gettext_noop("Line %(line)s: '%(name)s' is no list of texts."), line=line, name=name)
