"""How vectors are laid down."""

import pytest

from apps.database.execute_batch_sql import execute_sql, fetch_rows
from apps.documents.models import Chunk, Embedding
from apps.documents.vectors import write_vectors
from apps.documents.vectors.write_vectors import EmbeddedChunk
from tests import factories

pytestmark = pytest.mark.django_db


def test_vectors_of_a_kind_lie_together() -> None:
    model = factories.embedding_model()
    for number in range(4):
        factories.document([f"Seite {number}"], summary=f"Kurz {number}", model=model)
    rows = list(Embedding.objects.filter(model=model).order_by("chunk__document_id", "pk").select_related("chunk"))
    kinds = [row.kind for row in rows]
    assert kinds != sorted(kinds), "as documents come, each brings one of every kind"
    targets = [EmbeddedChunk(row.chunk_id, row.collection_id, row.document_id, row.kind) for row in rows]
    vectors = write_vectors.to_wire([[1.0] + [0.0] * (model.dimensions - 1)] * len(rows))
    # Into an empty file: what tests before have taken back leaves room, which new rows would fill out of order.
    execute_sql("SET CONSTRAINTS ALL IMMEDIATE", [])
    execute_sql("TRUNCATE documents_embedding", [])
    write_vectors.write_vectors(model.pk, zip(targets, vectors, strict=True))
    laid_down = [kind for (kind,) in fetch_rows("SELECT kind FROM documents_embedding ORDER BY ctid", [])]
    assert laid_down == sorted(kinds)
    assert Chunk.objects.filter(embeddings__isnull=False).count() == len(rows)
