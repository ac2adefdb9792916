"""What is known of frequent words without counting, and that a search takes it."""

from dataclasses import replace

import pytest
from django.db import connection

from apps.database.settings_cache import use_settings_cache
from apps.documents.keywords import write_keyword_index
from apps.llm.call_ledger import Ledger
from apps.retrieval.hybrid.keyword_and_vector_branches import retrieve_by_words
from apps.retrieval.preparation.load_search_inputs import load_search_setup
from apps.retrieval.preparation.search_request import SearchRequest
from apps.retrieval.query.postgres_term_statistics import TermStatistics, load_term_statistics
from apps.retrieval.query.types import Query, SearchLimits
from apps.text.index_terms import token_terms
from tests import factories

pytestmark = pytest.mark.django_db
[HUND] = token_terms("hund")


@pytest.fixture
def query() -> Query:
    amt = factories.collection("amt")
    for number in range(8):
        factories.document([f"Hund {number}"], collection=amt)
    while write_keyword_index.index_missing_documents():
        pass
    return Query("Hund", [], 1, [amt.pk])


def test_a_frequent_word_is_known_from_the_statistics_where_there_are_many_chunks(
    query: Query, monkeypatch: pytest.MonkeyPatch
) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE documents_posting")
    assert load_term_statistics() == TermStatistics(8, {})
    monkeypatch.setattr("apps.retrieval.query.postgres_term_statistics.COUNTED", 7)
    monkeypatch.setattr("apps.retrieval.query.postgres_term_statistics.FREQUENT", 7)
    known = load_term_statistics()
    assert known.frequencies[HUND] == 8
    monkeypatch.setattr("apps.retrieval.query.postgres_term_statistics.FREQUENT", 9)
    assert load_term_statistics().frequencies == {}


def test_what_is_known_is_not_counted(query: Query) -> None:
    def best(known: TermStatistics) -> float:
        return max(retrieve_by_words(replace(query, statistics=known), SearchLimits()).scores.values())

    counted, frequent = TermStatistics(1_000, {}), TermStatistics(1_000, {HUND: 900})
    assert best(frequent) < best(counted)


def test_questions_share_the_statistics_and_commands_read_them_anew(query: Query) -> None:
    assert load_search_setup(SearchRequest(), Ledger()).query.statistics is None
    with use_settings_cache():
        first = load_search_setup(SearchRequest(), Ledger()).query.statistics
        assert first == load_term_statistics()
        assert load_search_setup(SearchRequest(), Ledger()).query.statistics is first
