"""pgvector's half-precision vector as a Django field, sent and read in binary form.

Text parameters were measured twenty times slower than binary ones, so vectors never become text on their way.
"""

import struct
from collections.abc import Sequence
from typing import Any

import psycopg
from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg.adapt import Dumper
from psycopg.pq import Format

TYPE_NAME = "halfvec"


def to_binary(vector: Sequence[float]) -> bytes:
    """pgvector's wire format of a halfvec: int16 dimensions, int16 unused, then the numbers, all big-endian."""
    return struct.pack(f">hh{len(vector)}e", len(vector), 0, *vector)


def from_binary(data: bytes) -> list[float]:
    dimensions, _ = struct.unpack_from(">hh", data)
    return list(struct.unpack_from(f">{dimensions}e", data, 4))


def to_text(vector: Sequence[float]) -> str:
    return "[" + ",".join(repr(float(number)) for number in vector) + "]"


class BinaryVector:
    """A vector as a parameter of a hand-written statement; write `%(name)s::halfvec` there."""

    def __init__(self, vector: Sequence[float]) -> None:
        self.vector = vector


class BinaryVectorDumper(Dumper):
    # Without a type of its own the parameter takes the type of the cast, whose number differs between databases.
    format = Format.BINARY
    oid = 0

    def dump(self, value: BinaryVector) -> bytes:
        return to_binary(value.vector)


class TextVectorDumper(Dumper):
    """For statements that are shown instead of sent, such as Django's query log."""

    def dump(self, value: BinaryVector) -> bytes:
        return to_text(value.vector).encode()


# The one registered last is used where a statement names no format.
psycopg.adapters.register_dumper(BinaryVector, TextVectorDumper)
psycopg.adapters.register_dumper(BinaryVector, BinaryVectorDumper)


class HalfVectorField(models.Field[Sequence[float], list[float]]):
    """A vector without a fixed dimension: several embedding models share the column, each has its own partial index."""

    description = "half-precision vector"

    def db_type(self, connection: BaseDatabaseWrapper) -> str:
        return TYPE_NAME

    def from_db_value(self, value: Any, expression: Any, connection: BaseDatabaseWrapper) -> list[float] | None:
        if value is None or isinstance(value, list):
            return value
        if isinstance(value, bytes | memoryview):
            return from_binary(bytes(value))
        return [float(number) for number in value.strip("[]").split(",")]

    def get_db_prep_value(self, value: Any, connection: BaseDatabaseWrapper, prepared: bool = False) -> str | None:
        # The ORM writes single vectors only (tests, repairs); bulk writing goes through binary COPY.
        return None if value is None else to_text(value)

    def get_placeholder(self, value: Any, compiler: Any, connection: BaseDatabaseWrapper) -> str:
        return f"%s::{TYPE_NAME}"
