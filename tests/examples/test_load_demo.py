import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from apps.documents.models import Collection, Document, Page, Readers, Status
from apps.evaluation.models import Suite
from apps.graph.building.graph_status import graph_status
from apps.llm.models import ChatModel, Endpoint, ModelOrder
from apps.text.locate_quote import find_quote_span
from config.management.commands import load_demo
from examples.build import FOLDER

# The import works in threads of its own, which see only what is committed.
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def small_collection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Folder with one document in place of the whole demo collection."""
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "aushang.txt").write_text("Das Rathaus schließt um 12 Uhr.\n", encoding="utf-8")
    (tmp_path / "collection.json").write_bytes((FOLDER / "collection.json").read_bytes())
    monkeypatch.setattr(load_demo, "EXAMPLES", tmp_path)
    return tmp_path


def run() -> str:
    output = io.StringIO()
    call_command("load_demo", stdout=output)
    return output.getvalue()


@pytest.mark.ocr
def test_every_quote_stands_on_its_stored_page_scans_and_the_turned_page_included(
    questions: list[dict[str, Any]],
) -> None:
    run()
    assert set(Document.objects.values_list("status", flat=True)) == {Status.READY}
    rows = Page.objects.values_list("revision__document__external_id", "number", "text")
    pages = {(external_id, number): text for external_id, number, text in rows}
    missing = [
        question["quote"]
        for question in questions
        if question["document_id"]
        and not find_quote_span(pages[question["document_id"], question["page"]], question["quote"])
    ]
    assert missing == []


def test_the_collection_is_public_and_offers_its_questions(small_collection: Path) -> None:
    run()
    demo = Collection.objects.get(slug="demo")
    assert (demo.name, demo.language, demo.readers) == ("Stadt Musterfurt (Demo)", "de", Readers.PUBLIC)
    assert 5 <= len(demo.example_questions) <= 8


def test_its_questions_are_a_suite_that_editors_may_change(small_collection: Path) -> None:
    (small_collection / "questions.jsonl").write_text(
        '{"question": "Wann schließt das Rathaus?", "document_id": "aushang.txt", "page": 1, "answer": "12 Uhr", '
        '"kind": "number"}\n{"question": "Wie wird das Wetter?", "document_id": null, "answer": "", "kind": "other"}\n',
        encoding="utf-8",
    )
    run()
    suite = Suite.objects.get(slug="demo")
    assert list(suite.cases.values_list("question", "reference", "must_refuse")) == [
        ("Wann schließt das Rathaus?", "12 Uhr", False),
        ("Wie wird das Wetter?", "", True),
    ]
    assert suite.cases.filter(expected__external_id="aushang.txt", expected__page=1).count() == 1
    suite.cases.all().delete()
    run()
    assert not suite.cases.exists()


@pytest.mark.parametrize("has_model", [False, True])
def test_a_question_that_needs_a_language_model_is_off_until_there_is_one(
    small_collection: Path, *, has_model: bool
) -> None:
    question = "Wie lange kann ich morgens ausschlafen?"
    described = json.loads((small_collection / "collection.json").read_text(encoding="utf-8"))
    (small_collection / "collection.json").write_text(json.dumps(described | {"needs_language_model": [question]}))
    (small_collection / "questions.jsonl").write_text(
        json.dumps({"question": question, "document_id": "aushang.txt", "page": 1, "answer": "12 Uhr", "kind": "n"})
    )
    if has_model:
        endpoint = Endpoint.objects.create(name="haus", base_url="https://models.example/v1")
        model = ChatModel.objects.create(endpoint=endpoint, name="m")
        ModelOrder.objects.create(purpose="answer", model=model)
    run()
    case = Suite.objects.get(slug="demo").cases.get()
    assert (case.is_active, bool(case.note)) == (has_model, not has_model)


def test_what_needs_a_language_model_is_asked_in_the_demonstration(questions: list[dict[str, Any]]) -> None:
    needing = json.loads((FOLDER / "collection.json").read_text(encoding="utf-8"))["needs_language_model"]
    assert set(needing) < {question["question"] for question in questions}


def test_questions_about_the_whole_collection_have_a_graph(small_collection: Path) -> None:
    (small_collection / "documents" / "satzung.txt").write_text(
        "Die Stadt Musterfurt erhebt eine Hundesteuer. Die Hundesteuer zahlt der Halter an die Stadt Musterfurt.\n",
        encoding="utf-8",
    )
    run()
    shown = graph_status(Collection.objects.get(slug="demo"))
    assert (shown["state"], shown["method"], shown["documents"]) == ("complete", "noun-phrases", 2)


def test_a_second_run_says_that_there_is_nothing_to_do(small_collection: Path) -> None:
    assert "1 found: 1 new" in run()
    assert run() == "The demo collection is loaded and unchanged: 1 documents.\n"
    assert Document.objects.count() == 1


def test_what_editors_changed_stays(small_collection: Path) -> None:
    run()
    Collection.objects.update(name="Unsere Stadt", example_questions=["Wann schließt das Rathaus?"])
    run()
    demo = Collection.objects.get()
    assert (demo.name, demo.example_questions) == ("Unsere Stadt", ["Wann schließt das Rathaus?"])


def test_a_changed_document_is_loaded_again(small_collection: Path) -> None:
    run()
    (small_collection / "documents" / "aushang.txt").write_text("Das Rathaus schließt um 16 Uhr.\n", encoding="utf-8")
    assert "0 new, 1 changed" in run()
    assert "16 Uhr" in Document.objects.get().current_revision.pages.get().text


def test_an_unreadable_document_is_named_and_the_exit_status_is_1(
    small_collection: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (small_collection / "documents" / "leer.pdf").write_bytes(b"")
    output = io.StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("load_demo", stdout=output)
    assert ended.value.code == 1
    assert "leer.pdf: failed" in output.getvalue()


def test_a_missing_folder_is_wrong_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load_demo, "EXAMPLES", tmp_path / "nowhere")
    with pytest.raises(CommandError, match="There is no folder") as refused:
        run()
    assert refused.value.returncode == 2
    assert not Collection.objects.exists()


def test_every_question_offered_has_a_known_answer(questions: list[dict[str, Any]]) -> None:
    offered = json.loads((FOLDER / "collection.json").read_text(encoding="utf-8"))["example_questions"]
    answers = {question["question"]: question["answer"] for question in questions}
    assert all(answers[question] for question in offered)
