"""Filters and rights in the SQL of every algorithm, whether few documents are left or many."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from pytest_django import DjangoAssertNumQueries

from apps.database.settings_cache import use_settings_cache
from apps.documents.keywords import write_keyword_index
from apps.documents.models import Document, Readers
from apps.documents.models.reader_access_filter import Reader
from apps.retrieval.algorithms import ALGORITHMS
from apps.retrieval.hybrid.keyword_and_vector_branches import lookup_reach
from apps.retrieval.keywords.keyword_sql import REACH
from apps.retrieval.query import narrow_to_few_documents
from apps.retrieval.query.filters import Filters
from apps.retrieval.query.types import Algorithm, Query, SearchLimits
from tests import factories

Make = Callable[..., Any]


# Those that read the graph find nothing where none was built.
OF_CHUNKS = ["chunks-only", "fields", "hybrid", "keyword", "summaries-and-chunks", "summaries-then-chunks"]


@pytest.fixture(params=OF_CHUNKS)
def algorithm(request: pytest.FixtureRequest) -> Algorithm:
    return ALGORITHMS[request.param]


@pytest.fixture
def papers(make: Make) -> None:
    for name, values in {
        "first": {
            "document_type": "Schriftliche Anfrage",
            "number": "19/12345",
            "date": date(2011, 4, 21),
            "authors": ["Meier, Eva (SPD)", "Müller, Jan (CDU)"],
            "parties": ["SPD", "CDU"],
        },
        "second": {
            "document_type": "Bericht",
            "number": "19/77",
            "date": date(2012, 4, 21),
            "parties": ["LINKE", "AfD"],
        },
        "third": {"document_type": "Bericht", "authors": ["Meier, Jan"]},
    }.items():
        made = make(name, pages=[0.9, 0.8], summary=0.9, **values)
        made.current_revision.tags = [f"Tag {name}", "Miete"]
        made.current_revision.save()
    while write_keyword_index.index_missing_documents():
        pass


CASES = [
    ({"type": "bericht"}, {"second", "third"}),
    ({"type": "sCHRIFTLICHE anfrage"}, {"first"}),
    ({"party": "afd"}, {"second"}),
    ({"type": ["Bericht", "Schriftliche Anfrage"]}, {"first", "second", "third"}),
    ({"number": "19/12345"}, {"first"}),
    ({"from": "2012-01-01"}, {"second"}),
    ({"from": "2011-04-21", "until": "2011-04-21"}, {"first"}),
    ({"party": "spd"}, {"first"}),
    ({"party": ["SPD", "linke"]}, {"first", "second"}),
    ({"author": "meier"}, {"first", "third"}),
    ({"author": "Eva Meier"}, {"first"}),
    ({"author": "Eva Müller"}, set()),
    ({"author": ["Eva Meier", "Jan Meier"]}, {"first", "third"}),
    ({"author": "100% '; DROP TABLE"}, set()),
    ({"tag": "tag second"}, {"second"}),
    ({"tag": "Miete", "type": "Bericht", "author": "Meier"}, {"third"}),
    ({"type": "Gesetz"}, set()),
]


@pytest.mark.usefixtures("papers")
@pytest.mark.parametrize("few", [True, False], ids=["few", "many"])
def test_only_what_passes_the_filters_is_found(
    algorithm: Algorithm, query: Query, limits: SearchLimits, few: bool
) -> None:
    for given, expected in CASES:
        filtered = replace(query, text="first second third Seite", filters=Filters.from_json(given))
        if few:
            filtered = narrow_to_few_documents.narrow_to_few_documents(filtered)
            assert len(filtered.document_ids or ()) == len(expected), given
        found = {passage.title for passage in algorithm.retrieve(filtered, limits).passages}
        assert found == expected, given


@pytest.mark.usefixtures("papers")
def test_a_filter_opens_nothing_that_may_not_be_read(algorithm: Algorithm, query: Query, limits: SearchLimits) -> None:
    staff = factories.collection("staff", readers=Readers.STAFF)
    Document.objects.filter(title="second").update(collection=staff)
    filtered = replace(query, text="second", filters=Filters.from_json({"type": "Bericht"}))
    for asked in (filtered, narrow_to_few_documents.narrow_to_few_documents(filtered)):
        assert "second" not in {passage.title for passage in algorithm.retrieve(asked, limits).passages}


@pytest.mark.usefixtures("papers")
def test_documents_are_not_listed_when_they_are_many(query: Query, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(narrow_to_few_documents, "ALWAYS_FEW", 2)
    assert narrow_to_few_documents.narrow_to_few_documents(query).document_ids is None
    monkeypatch.setattr(narrow_to_few_documents, "ALWAYS_FEW", 3)
    assert len(narrow_to_few_documents.narrow_to_few_documents(query).document_ids or ()) == 3


@pytest.mark.usefixtures("papers")
def test_documents_are_not_listed_when_their_chunks_are_many(query: Query, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(narrow_to_few_documents, "FEW_CHUNKS", 8)
    assert narrow_to_few_documents.narrow_to_few_documents(query).document_ids is None


@pytest.mark.usefixtures("papers")
def test_rights_cost_no_statement_where_the_public_may_read_many(
    query: Query, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    member, everything = replace(query, reader=Reader(1, (7,))), replace(query, reader=Reader(2, sees_all=True))
    monkeypatch.setattr(narrow_to_few_documents, "ALWAYS_FEW", 2)
    with use_settings_cache():
        with django_assert_num_queries(1):
            assert [narrow_to_few_documents.rights_may_leave_few(each) for each in (member, query, member)] == [
                False
            ] * 3
        assert not narrow_to_few_documents.rights_may_leave_few(everything)
        Document.objects.filter(title="second").update(reader_groups=[7], reader_users=[])
        monkeypatch.setattr("apps.database.settings_cache._memory", {})
        assert [narrow_to_few_documents.rights_may_leave_few(each) for each in (member, everything)] == [True, False]
    # Where nothing is remembered, asking would cost as much as narrowing.
    with django_assert_num_queries(0):
        assert narrow_to_few_documents.rights_may_leave_few(member)


@pytest.mark.parametrize(("share", "reach"), [(1.0, REACH), (0.9, REACH), (0.1, 1_200), (0.01, None)])
def test_the_fewer_are_open_the_further_words_look(share: float, reach: int | None, query: Query) -> None:
    assert lookup_reach(replace(query, open_share=share)) == reach
    assert lookup_reach(replace(query, document_ids=(1,))) is None


@pytest.mark.usefixtures("papers")
def test_how_many_are_open_is_what_the_database_estimates(
    query: Query, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    Document.objects.filter(title="second").update(reader_groups=[7], reader_users=[])
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE documents_document")
    with use_settings_cache(), django_assert_num_queries(1):
        shares = [narrow_to_few_documents.open_share(query) for _ in range(3)]
        assert shares == [pytest.approx(2 / 3, abs=0.01)] * 3
        assert narrow_to_few_documents.open_share(replace(query, reader=Reader(2, sees_all=True))) == 1.0


@pytest.mark.usefixtures("papers")
def test_the_command_takes_filters_and_says_when_they_leave_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("search", "Seite", "--type", "Bericht", "--author", "Meier")
    assert "third" in capsys.readouterr().out
    call_command("search", "Seite", "--tag", "nothing")
    assert capsys.readouterr().out.startswith("Kein Dokument, das Sie lesen dürfen, entspricht den Filtern.")
