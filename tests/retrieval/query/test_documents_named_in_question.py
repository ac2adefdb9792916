"""Documents that a question names: one plan of the statement serves all questions."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.db import connection

from apps.database.analyze_tables import analyse_search_tables
from apps.documents.models import Document, Revision
from apps.llm.call_ledger import Ledger
from apps.retrieval.preparation.load_search_inputs import load_search_setup
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.query.documents_named_in_question import document_numbers_in, named_documents, person_names_in
from apps.retrieval.search.search import search
from tests.factories import document

QUESTIONS = [f"Was sagt Anna Meier zu 19/{number} im Haushalt?" for number in range(1000, 1012)]


def plans_made(part: str) -> tuple[int, int]:
    """How often the newest prepared statement with this text was run by a plan for its values, and by one for all."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT custom_plans, generic_plans FROM pg_prepared_statements WHERE strpos(statement, %s) > 0"
            " ORDER BY prepare_time DESC LIMIT 1",
            [part],
        )
        custom, generic = cursor.fetchone()
    return int(custom), int(generic)


@pytest.fixture
def counts_put_back(db: None) -> Iterator[None]:
    """ANALYZE writes its counts outside the transaction: the next test would take the table for a large one."""
    yield
    Document.objects.all().delete()
    analyse_search_tables()


@pytest.mark.usefixtures("counts_put_back")
def test_the_plan_is_kept_after_the_first_questions() -> None:
    for number in range(12):
        document(["Der Haushalt der Stadt wird im Herbst beraten."], title=f"Haushalt {number}", authors=["Anna Meier"])
    analyse_search_tables()
    for question in QUESTIONS:
        async_to_sync(search)(question, SearchRequest(), ledger=Ledger())
    # PostgreSQL compares five plans made for values with one made for all.
    custom, generic = plans_made("AS means")
    assert custom == 5
    assert generic > 0


@pytest.mark.usefixtures("counts_put_back")
def test_the_plan_is_kept_among_many_documents() -> None:
    """There the planner takes whatever it knows of the values for a cheaper plan."""
    one = document(["Der Haushalt der Stadt wird im Herbst beraten."], title="Haushalt", authors=["Anna Meier"])
    changes = [{"id": 10_000 + number, "title": f"Haushalt {number}"} for number in range(2_000)]
    revisions = Revision.objects.bulk_create(
        copied(one.current_revision, id=each["id"], number=each["id"]) for each in changes
    )
    Document.objects.bulk_create(
        copied(one, **each, external_id=f"other-{each['id']}", current_revision_id=revision.pk)
        for each, revision in zip(changes, revisions, strict=True)
    )
    analyse_search_tables()
    query = load_search_setup(SearchRequest(), Ledger()).query
    for question in QUESTIONS:
        named_documents(replace(query, text=question))
    custom, generic = plans_made("AS means")
    assert custom == 5
    assert generic > 0


def copied(one: Any, **changed: object) -> Any:
    values = {field.attname: getattr(one, field.attname) for field in one._meta.concrete_fields}
    return type(one)(**(values | changed))


@pytest.mark.django_db
def test_names_are_read_once_and_documents_without_authors_not_at_all() -> None:
    for number in range(30):
        document(["Der Haushalt der Stadt wird im Herbst beraten."], title=f"Haushalt {number}")
    asked = document(["Der Haushalt der Stadt wird im Herbst beraten."], title="Haushalt", authors=["Anna Meier"])
    query = load_search_setup(SearchRequest(), Ledger()).query
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL track_functions = 'all'")
        found = named_documents(replace(query, text="Was sagt Anna Meier zu Frau Schmidt?"))
        cursor.execute("SELECT calls FROM pg_stat_xact_user_functions WHERE funcname = 'retrieval_words'")
        [[calls]] = cursor.fetchall()
    assert found == {asked.pk: "author"}
    assert calls < 30


@pytest.mark.parametrize(
    ("question", "name", "is_asked_for"),
    [
        ("Was hat Frau Land gesagt?", "Land", True),
        ("Anträge von Herrn Dr. Rat", "Rat", True),
        ("Anträge von Stadt Musterfurt", "Stadt", False),
    ],
)
def test_a_person_may_be_called_what_bodies_are(question: str, name: str, is_asked_for: bool) -> None:
    assert (name in person_names_in(question)) == is_asked_for


@pytest.mark.parametrize(
    "question",
    [
        "Was steht in S19-10006?", "s19-10006.pdf", "Drucksache 19-10006", "Drs. 19/10006", "19 / 10 006",
        "Was sagt d19-10006.pdf dazu",
    ],
)  # fmt: skip
def test_a_number_is_found_as_files_are_called_by_it(question: str) -> None:
    assert "19/10006" in document_numbers_in(question)


@pytest.mark.parametrize("question", ["Drucksache 8/437?", "8-437", "Was sagen 8/0437, 9/12?"])
def test_zeros_before_a_number_may_be_left_out(question: str) -> None:
    assert {"8/437", "8/0437"} <= set(document_numbers_in(question))


@pytest.mark.parametrize("question", ["Drucksache 2/0000", "19/00"])
def test_a_number_of_zeros_is_not_left_empty(question: str) -> None:
    assert not any(number.endswith("/") for number in document_numbers_in(question))


def test_each_of_many_papers_is_found_without_its_zeros() -> None:
    asked = [f"8/0{number}" for number in range(431, 441)]
    assert {number.replace("/0", "/") for number in asked} <= set(document_numbers_in(", ".join(asked)))


@pytest.mark.parametrize(
    "question", ["Montag 10-12 Uhr", "vom 2024-05-12", "BGBl. I 2024-123", "1/2 Stelle", "10-500 Euro"]
)
def test_times_days_and_shares_are_no_other_number_than_they_say(question: str) -> None:
    typed = set(re.findall(r"[\w/-]+", question))
    assert set(document_numbers_in(question)) <= typed
