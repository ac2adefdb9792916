"""Cases travel through files and stay what they are; nothing in them is ever a formula."""

import tracemalloc
import zipfile
from collections.abc import Sequence
from datetime import date
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from apps.documents.models import Chunk, Collection, Readers
from apps.documents.parsing.cell_positions_in_text import column_name
from apps.evaluation.import_export.export_cases import export_cases
from apps.evaluation.import_export.export_run_to_google_sheets import SheetsUnavailable, push_run_to_sheet
from apps.evaluation.import_export.import_cases import expected_from_file_columns, import_cases
from apps.evaluation.import_export.read_case_records import BadSuite
from apps.evaluation.models import Case, ExpectedPage, Suite
from apps.evaluation.planning import generate_cases
from apps.evaluation.planning.generate_cases import build_suite
from apps.spreadsheets.escape_formulas import escape_formulas, unescape_formulas
from apps.spreadsheets.read_and_write_tables import build_workbook
from tests import factories
from tests.evaluation.conftest import Measured

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("form", ["jsonl", "csv", "xlsx"])
def test_a_case_is_the_same_after_going_out_and_coming_in(suite: Suite, form: str) -> None:
    case = Case.objects.create(
        suite=suite, question="=SUMME(1;2)?", reference="Drei,\nnicht vier", required=["drei", "30,70"],
        forbidden=["vier"], held_out=True, tags=["zahlen"], language="de", note="-1+2",
    )  # fmt: skip
    ExpectedPage.objects.create(case=case, external_id="ordner/a#b.pdf", page=3)
    before = case.content()
    content = export_cases(suite, form)
    suite.cases.all().delete()
    assert import_cases(suite, f"cases.{form}", content) == 4
    after = suite.cases.get(reference__startswith="Drei")
    assert (after.content(), after.note) == (before, "-1+2")


@pytest.mark.parametrize("text", ["=1+1", "-3+x", "@now", "'s war einmal", "'=1", "''", "-5", "'-5", ""])
def test_what_was_made_safe_comes_back_as_it_was(text: str) -> None:
    assert unescape_formulas(escape_formulas(text)) == text


@pytest.mark.parametrize("text", ["=1+1", "+49", "-3+x", "@now", "\tx"])
def test_formulas_are_text(text: str) -> None:
    assert escape_formulas(text) == ("'" + text if text != "+49" else text)
    from openpyxl import load_workbook

    cell = load_workbook(BytesIO(build_workbook({"x": [[text]]}))).worksheets[0]["A1"]
    assert (cell.data_type, cell.value.strip()) == ("s", text.strip())


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("a.pdf", b"", "no .jsonl"),
        ("a.jsonl", b"{", "Line 1 is not JSON"),
        ("a.jsonl", b"[1]", "no JSON object"),
        ("a.jsonl", b'{"question": ""}', "'question' is empty"),
        ("a.jsonl", b'{"question": "a", "persona": "nobody"}', "unknown persona 'nobody'"),
        ("a.jsonl", b'{"question": "a", "must_refuse": "maybe"}', "use 1 or 0"),
        ("a.jsonl", b'{"question": "a", "language": "fr"}', "use de, en or ja"),
        ("a.jsonl", b'{"question": "a", "page": ' + b"9" * 5_000 + b"}", "Line 1 is not JSON"),
        ("a.jsonl", b'{"question": "a", "expected": ["' + b"x" * 501 + b'#1"]}', "at most 500 characters"),
        ("a.csv", b"frage\nWas?", "no column 'question'"),
        ("a.csv", b"question,reference\nWas?,eins, zwei\n", "Line 2 has more cells"),
        ("a.csv", b'question,reference\n"Was?,eins\nWer?,zwei\n', "cannot be read as CSV"),
        ("a.csv", b"question\n" + b"a" * 200_000, "cannot be read as CSV"),
        ("a.csv", b"\xff\xfe\x00", "not UTF-8"),
        ("a.xlsx", b"PK nothing", "cannot be read as XLSX"),
    ],
)
def test_a_bad_file_changes_nothing(suite: Suite, name: str, content: bytes, sentence: str) -> None:
    with pytest.raises(BadSuite, match=sentence):
        import_cases(suite, name, content)
    assert suite.cases.count() == 3


def sheet_with(part: str, old: bytes, new: bytes) -> bytes:
    """A workbook with a question, in one part of which something is other than a program writes it."""
    whole, changed = build_workbook({"cases": [["question"], ["Was?"]]}), BytesIO()
    with zipfile.ZipFile(BytesIO(whole)) as read, zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as written:
        for name in read.namelist():
            content = read.read(name)
            assert name != part or old in content
            written.writestr(name, content.replace(old, new) if name == part else content)
    return changed.getvalue()


SHEET, BOOK = "xl/worksheets/sheet1.xml", "xl/workbook.xml"


@pytest.mark.parametrize(
    ("part", "old", "new", "times"),
    [
        pytest.param(SHEET, b"</c>", b"</d>", 1, id="sheet that is no XML"),
        pytest.param(BOOK, b"<sheets>", b"<sheets", 1, id="book that is no XML"),
        pytest.param(SHEET, b'<row r="2"', b'<row r="3000000"', 1, id="row far below"),
        pytest.param(SHEET, b"Was?", b"Was? ", 15_000_000, id="text of 75 million characters"),
    ],
)
def test_a_damaged_or_hostile_sheet_is_refused_with_a_sentence(
    suite: Suite, part: str, old: bytes, new: bytes, times: int
) -> None:
    content = sheet_with(part, old, new * times)
    assert len(content) < 2**20
    tracemalloc.start()
    try:
        with pytest.raises(BadSuite, match="cannot be read as XLSX"):
            import_cases(suite, "a.xlsx", content)
        assert tracemalloc.get_traced_memory()[1] < 200 * 2**20
    finally:
        tracemalloc.stop()


def test_neither_unstorable_characters_nor_a_page_that_no_document_has_hinder_an_import(suite: Suite) -> None:
    record = r'{"question": "Q\ud800", "required": ["a\u0000"], "expected": ["b\u0000#99999999999"], "file": "\u0000"}'
    assert import_cases(suite, "cases.jsonl", record.encode()) == 1
    case = suite.cases.get(question="Q?")
    assert case.required == ["a "]
    assert [(each.external_id, each.page) for each in case.expected.all()] == [("b #99999999999", None)]


@pytest.mark.parametrize(
    ("start", "separator", "codec"),
    [
        ("", ";", "cp1252"),
        ("sep=;\r\n", ";", "utf-8-sig"),
        ("sep=;\r\n", ";", "cp1252"),
        ("", "\t", "utf-16"),
        ("", "\t", "utf-8"),
        ('"sep=,"\n', ",", "utf-8"),
    ],
)
def test_what_spreadsheet_programs_store_is_read(suite: Suite, start: str, separator: str, codec: str) -> None:
    lines = [["question", "reference", "must_refuse"], ["Was kostet es – für Öfen?", "„10 €“", "WAHR"]]
    text = start + "".join(separator.join(cells) + "\r\n" for cells in lines)
    assert import_cases(suite, "a.csv", text.encode(codec)) == 1
    case = suite.cases.get(question="Was kostet es – für Öfen?")
    assert (case.reference, case.must_refuse) == ("„10 €“", True)


def test_numbers_and_days_of_a_sheet_are_texts(suite: Suite) -> None:
    from openpyxl import Workbook

    book, stream = Workbook(), BytesIO()
    book.worksheets[0].append(["question", "reference", "note"])
    book.worksheets[0].append(["Ab wann?", date(2026, 3, 1), 12.5])
    book.save(stream)
    import_cases(suite, "a.xlsx", stream.getvalue())
    case = suite.cases.get(question="Ab wann?")
    assert (case.reference, case.note) == ("2026-03-01", "12.5")


def test_an_empty_cell_leaves_a_case_in_use(suite: Suite) -> None:
    import_cases(suite, "a.csv", b"question;is_active;must_refuse\nWas?;;\nWer?;0;ja\n")
    said = suite.cases.filter(question__in=["Was?", "Wer?"]).values_list("question", "is_active", "must_refuse")
    assert set(said) == {("Was?", True, False), ("Wer?", False, True)}


def test_a_suite_builds_itself_from_what_is_in_search(db: None) -> None:
    suite = Suite.objects.create(slug="gebaut", name="Gebaut")
    factories.document(
        ["Anfrage. Wie viele Schulen in Neukölln haben eine eigene Bibliothek mit Personal? Antwort folgt."],
        external_id="schulen.pdf",
    )
    made = build_suite(suite, verbatim=5, outside=2, users=2)
    question = suite.cases.get(source="verbatim")
    assert question.question == "Wie viele Schulen in Neukölln haben eine eigene Bibliothek mit Personal?"
    assert [(place.external_id, place.page) for place in question.expected.all()] == [("schulen.pdf", 1)]
    assert all(case.must_refuse and case.is_control for case in suite.cases.filter(source="outside"))
    assert (made["verbatim"], made["outside"]) == (1, 2)
    assert 1 <= made["generated"] <= 8
    assert build_suite(suite, verbatim=1, outside=2)["outside"] == 0


def test_a_suite_is_built_from_what_its_builder_and_its_readers_may_read(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def generated(chunks: Sequence[Chunk], *_rest: object, **_options: object) -> list[str]:
        seen.extend(chunk.text for chunk in chunks)
        return []

    monkeypatch.setattr(generate_cases, "generate_questions", generated)
    closed = factories.collection("personal", readers=Readers.GROUPS)
    factories.document(["Wie viele Tage fehlte Frau Beispiel im vergangenen Winter?"], collection=closed)
    factories.document(["Wie viele Schulen in Neukölln haben eine eigene Bibliothek?"])
    suite = Suite.objects.create(slug="gebaut", name="Gebaut")
    staff = Collection.objects.exclude(readers=Readers.GROUPS)
    assert build_suite(suite, verbatim=5, outside=0, users=1, readable=staff)["verbatim"] == 1
    # What everybody sees who may see suites is invented from no closed text, whoever builds.
    assert build_suite(suite, verbatim=5, outside=0, users=1)["verbatim"] == 1
    assert not any("Beispiel" in text for text in seen)
    suite.collections.add(closed)
    build_suite(suite, verbatim=0, outside=0, users=1)
    assert any("Beispiel" in text for text in seen)


def test_withdrawing_a_document_takes_the_questions_made_of_it(db: None) -> None:
    from apps.documents.lifecycle.withdraw_documents import withdraw_documents

    suite = Suite.objects.create(slug="gebaut", name="Gebaut")
    revision = factories.document(["Wie viele Schulen in Neukölln haben eine eigene Bibliothek mit Personal? Ja."])
    build_suite(suite, verbatim=5, outside=0)
    assert suite.cases.count() == 1
    withdraw_documents([revision.pk])
    assert suite.cases.count() == 0


def test_questions_are_taken_from_their_beginning(db: None) -> None:
    suite = Suite.objects.create(slug="gebaut", name="Gebaut")
    long = "Wir fragen die Bundesregierung " + "nach den Kenntnissen über die Schulen " * 8 + "im Land?"
    factories.document([f"{long}\n3. Wie viele Schulen in Neukölln haben eine eigene Bibliothek? Keine Angabe."])
    build_suite(suite, verbatim=5, outside=0)
    assert [case.question for case in suite.cases.all()] == [
        "Wie viele Schulen in Neukölln haben eine eigene Bibliothek?"
    ]


class FakeSheet:
    def __init__(self) -> None:
        self.told: list[tuple[object, ...]] = []

    def open_by_key(self, key: str) -> "FakeSheet":
        self.told.append(("open", key))
        return self

    def add_worksheet(self, **values: object) -> "FakeSheet":
        self.told.append(("sheet", values["title"]))
        return self

    def update(self, rows: list[list[str]], place: str, *, value_input_option: str) -> None:
        self.told.append(("rows", len(rows), place, value_input_option))

    def batch_format(self, formats: list[dict[str, object]]) -> None:
        self.told.append(("format", *(each["range"] for each in formats)))


def test_a_run_goes_into_a_spreadsheet_as_text_with_weak_replies_in_red(suite: Suite, measured: Measured) -> None:
    run = measured(suite, mean=0.5)
    sheet = FakeSheet()
    assert push_run_to_sheet(run, "key", lambda: sheet) == f"run {run.pk}"
    assert sheet.told[:3] == [("open", "key"), ("sheet", f"run {run.pk}"), ("rows", 4, "A1", "RAW")]
    assert sheet.told[3:] == [("format", "C2", "C3", "C4")], "one call: Google takes sixty in a minute"
    assert (column_name(0), column_name(25), column_name(26)) == ("A", "Z", "AA")


def test_without_credentials_a_sentence_says_what_is_missing(
    suite: Suite, measured: Measured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GOOGLE_SHEETS_CREDENTIALS_FILE", raising=False)
    with pytest.raises(SheetsUnavailable, match="GOOGLE_SHEETS_CREDENTIALS_FILE"):
        push_run_to_sheet(measured(suite), "key")


def test_what_google_refuses_is_a_sentence_too(suite: Suite, measured: Measured) -> None:
    from gspread.exceptions import SpreadsheetNotFound

    def refusing() -> FakeSheet:
        raise SpreadsheetNotFound("unknown key")

    with pytest.raises(SheetsUnavailable, match="unknown key"):
        push_run_to_sheet(measured(suite), "key", refusing)


@pytest.mark.parametrize("option", ["--export", "--pin"])
def test_a_suite_that_is_not_there_is_neither_made_nor_exported(db: None, tmp_path: Path, option: str) -> None:
    target = tmp_path / "b.csv"
    arguments = [option, str(target)] if option == "--export" else [option]
    with pytest.raises(CommandError, match="Unknown suite 'vertippt'") as error:
        call_command("evaluate", "suite", "vertippt", *arguments, stdout=StringIO())
    assert error.value.returncode == 2
    assert not target.exists()
    assert not Suite.objects.exists()


def test_the_command_imports_pins_and_exports(db: None, tmp_path: Path) -> None:
    source, target = tmp_path / "a.jsonl", tmp_path / "b.xlsx"
    source.write_text('{"question": "Was?", "file": "a.pdf", "page": 2}', encoding="utf-8")
    call_command(
        "evaluate", "suite", "neu", "--import", str(source), "--export", str(target), "--pin", stdout=StringIO()
    )
    suite = Suite.objects.get(slug="neu")
    assert suite.is_pinned
    assert [(place.external_id, place.page) for place in suite.cases.get().expected.all()] == [("a.pdf", 2)]
    assert target.read_bytes()[:2] == b"PK"


@pytest.mark.parametrize(
    ("content", "arguments", "sentence"),
    [
        ("no JSON", [], "Line 1 is not JSON"),
        ('{"question": "Was?"}', ["--export", "b.txt"], "'b.txt' is no .jsonl, .csv or .xlsx file"),
        (None, [], r"^'.*a\.jsonl' cannot be used: No such file or directory\.$"),
    ],
)
def test_an_import_that_fails_leaves_no_suite(
    db: None, tmp_path: Path, content: str | None, arguments: list[str], sentence: str
) -> None:
    source = tmp_path / "a.jsonl"
    if content is not None:
        source.write_text(content, encoding="utf-8")
    with pytest.raises(CommandError, match=sentence) as error:
        call_command("evaluate", "suite", "neu", "--import", str(source), *arguments, stdout=StringIO())
    assert error.value.returncode == 2
    assert not Suite.objects.exists()


def test_an_import_that_fails_leaves_a_suite_that_was_there(db: None, tmp_path: Path) -> None:
    Suite.objects.create(slug="alt", name="alt")
    with pytest.raises(CommandError, match="No such file"):
        call_command("evaluate", "suite", "alt", "--import", str(tmp_path / "a.jsonl"), stdout=StringIO())
    assert Suite.objects.filter(slug="alt").exists()


def test_a_suite_is_not_pinned_and_unpinned_at_once(db: None) -> None:
    Suite.objects.create(slug="alt", name="alt")
    with pytest.raises(CommandError, match="--unpin: not allowed with argument --pin"):
        call_command("evaluate", "suite", "alt", "--pin", "--unpin", stdout=StringIO())


@pytest.mark.parametrize("name", ["Bad Slug!", "Noch So!/ einer", "größe", 61 * "a"])
def test_a_name_that_the_console_would_refuse_makes_no_suite(db: None, tmp_path: Path, name: str) -> None:
    source = tmp_path / "a.jsonl"
    source.write_text('{"question": "Was?"}', encoding="utf-8")
    with pytest.raises(CommandError, match="is no name for a suite: use at most 60 letters") as error:
        call_command("evaluate", "suite", name, "--import", str(source), stdout=StringIO())
    assert error.value.returncode == 2
    assert not Suite.objects.exists()


def test_a_question_that_stands_twice_in_a_suite_can_be_imported_again(suite: Suite) -> None:
    """The console lets people write a question twice; a file that holds it changes the older case."""
    older, newer = (Case.objects.create(suite=suite, question="Doppelt?", reference=text) for text in ("alt", "neu"))
    assert import_cases(suite, "cases.jsonl", b'{"question": "Doppelt?", "reference": "besser"}') == 1
    assert list(suite.cases.filter(question="Doppelt?").order_by("pk").values_list("pk", "reference")) == [
        (older.pk, "besser"),
        (newer.pk, "neu"),
    ]
    assert build_suite(suite, verbatim=0, outside=10)["outside"] == 10
    Case.objects.create(suite=suite, question=suite.cases.get(question__startswith="Wer gewann die F").question)
    assert build_suite(suite, verbatim=0, outside=10)["outside"] == 0


def test_a_large_file_takes_few_statements(suite: Suite, django_assert_max_num_queries: Any) -> None:
    lines = [f'{{"question": "Frage {n}?", "document_id": "a{n}.pdf", "page": 2}}' for n in range(60)]
    content = "\n".join([*lines, *lines[:10]]).encode()
    with django_assert_max_num_queries(15):
        assert import_cases(suite, "cases.jsonl", content) == 70
    with django_assert_max_num_queries(15):
        import_cases(suite, "cases.jsonl", content)
    assert suite.cases.filter(question__startswith="Frage").count() == 60
    assert ExpectedPage.objects.filter(case__suite=suite).count() == 60


def test_of_file_and_document_id_the_one_that_is_known_counts_and_the_file_where_none_is() -> None:
    values = {"file": "satzung.pdf", "document_id": "7", "page": 3}
    assert expected_from_file_columns(values, {"7"}) == ["7#3"]
    assert expected_from_file_columns(values, set()) == ["satzung.pdf#3"]
