"""What a search asks of the index holds for its statement alone."""

import pytest
from psycopg.sql import SQL

from apps.retrieval.algorithms import document_score_from_chunks
from apps.retrieval.query.execute_search_sql import fetch_search_rows
from apps.retrieval.query.types import Query, SearchLimits
from tests import factories


@pytest.mark.django_db(transaction=True)
def test_settings_of_the_index_end_with_the_statement() -> None:
    query = Query("?", factories.QUESTION, 1, [1], frozenset({"content"}))
    document_score_from_chunks.retrieve(query, SearchLimits(ef_search=77))
    assert fetch_search_rows(SQL("SELECT current_setting('hnsw.ef_search', true)"), {}) != [("77",)]
