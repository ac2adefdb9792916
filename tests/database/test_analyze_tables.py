"""These tests commit: an analysis counts what has been committed."""

import pytest
from django.db import connection

from apps.database.analyze_tables import analyse_search_tables, analyse_tables_if_changed
from apps.documents.models import Embedding
from apps.llm.models import EmbeddingModel
from tests import factories

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def model() -> EmbeddingModel:
    return factories.embedding_model()


def rows_known() -> float:
    with connection.cursor() as cursor:
        cursor.execute("SELECT reltuples FROM pg_class WHERE relname = 'documents_embedding'")
        return float(cursor.fetchone()[0])


def test_tables_are_analysed_again_when_a_tenth_has_changed(model: EmbeddingModel) -> None:
    factories.document([str(number) for number in range(40)], model=model)
    analyse_tables_if_changed()
    known = rows_known()
    assert known == Embedding.objects.count()
    factories.document(["one more"], model=model)
    analyse_tables_if_changed()
    assert rows_known() == known < Embedding.objects.count()
    factories.document([str(number) for number in range(10)], model=model)
    analyse_tables_if_changed()
    assert rows_known() == Embedding.objects.count()


def test_the_planner_knows_the_tables_after_analysing(model: EmbeddingModel) -> None:
    factories.document(["a", "b", "c"], model=model)
    analyse_search_tables()
    assert rows_known() == Embedding.objects.count()
