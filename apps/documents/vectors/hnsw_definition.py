"""The definition of an HNSW index over some vectors: half-precision ones of several dimensions, or their signs."""

from django.contrib.postgres.indexes import OpClass
from django.db import connection
from django.db.models import Model, Q
from django.db.models.functions import Cast
from pgvector.django import HalfVectorField, HnswIndex


def partial_index(
    name: str, dimensions: int, condition: Q, *, m: int | None = None, ef_construction: int | None = None
) -> HnswIndex:
    """Over the vectors that meet the condition, all of these dimensions, compared by inner product.

    A query takes it when it casts the column to the same dimensions and repeats the condition.
    """
    vectors = OpClass(Cast("vector", HalfVectorField(dimensions=dimensions)), name="halfvec_ip_ops")
    return HnswIndex(vectors, name=name, condition=condition, m=m, ef_construction=ef_construction)


def partial_index_of_signs(name: str, condition: Q, *, m: int, ef_construction: int) -> HnswIndex:
    """Over the signs of the vectors that meet the condition, compared by the number of those that differ."""
    return HnswIndex(
        fields=["signs"], opclasses=["bit_hamming_ops"], name=name, condition=condition, m=m,
        ef_construction=ef_construction,
    )  # fmt: skip


def create_statement(index: HnswIndex, model: type[Model], *, concurrently: bool = False) -> str:
    """The CREATE INDEX of PostgreSQL; nothing is run."""
    return str(index.create_sql(model, connection.schema_editor(), concurrently=concurrently))
