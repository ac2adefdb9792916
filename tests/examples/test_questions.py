from collections import Counter
from typing import Any

from apps.text.locate_quote import find_quote_span
from examples.build import CMS_FILE
from examples.reading import Source
from tests.examples.reading_back import built_pages

Question = dict[str, Any]
FIELDS = {"question", "document_id", "file", "page", "answer", "quote", "kind"}
KINDS = {"verbatim", "natural", "number", "followup", "unanswerable"}


def answerable(questions: list[Question]) -> list[Question]:
    return [question for question in questions if question["kind"] != "unanswerable"]


def test_there_are_questions_of_every_kind(questions: list[Question]) -> None:
    kinds = Counter(question["kind"] for question in questions)
    assert set(kinds) == KINDS
    assert len(questions) >= 40
    assert kinds["unanswerable"] >= 6
    assert kinds["followup"] >= 5


def test_every_record_has_every_field(questions: list[Question]) -> None:
    for question in questions:
        assert set(question) - {"after"} == FIELDS
        assert ("after" in question) == (question["kind"] == "followup")
        assert question["question"].strip()


def test_the_same_question_is_not_asked_twice(questions: list[Question]) -> None:
    asked = Counter((question.get("after"), question["question"]) for question in questions)
    assert [question for question, times in asked.items() if times > 1] == []


def test_every_quote_stands_on_its_page(questions: list[Question], sources: dict[str, Source]) -> None:
    pages = {name: built_pages(source) for name, source in sources.items()}
    misplaced = [
        question["question"]
        for question in answerable(questions)
        if find_quote_span(pages[question["document_id"]][question["page"] - 1], question["quote"]) is None
    ]
    assert misplaced == []


def test_the_file_is_where_the_document_comes_from(questions: list[Question], sources: dict[str, Source]) -> None:
    for question in answerable(questions):
        is_record = sources[question["document_id"]].fields["layout"] == "cms"
        assert question["file"] == (CMS_FILE.as_posix() if is_record else question["document_id"])


def test_an_unanswerable_question_names_no_document(questions: list[Question]) -> None:
    for question in questions:
        if question["kind"] == "unanswerable":
            assert {name for name in FIELDS if question[name] is not None} == {"question", "kind"}


def test_a_follow_up_comes_after_a_question_on_the_same_document(questions: list[Question]) -> None:
    documents = {question["question"]: question["document_id"] for question in questions if "after" not in question}
    for question in questions:
        if "after" in question:
            assert documents[question["after"]] == question["document_id"]


def test_every_document_has_a_question(questions: list[Question], sources: dict[str, Source]) -> None:
    asked = {question["document_id"] for question in answerable(questions)}
    assert set(sources) - asked == set()
