"""Extends Django's PostgreSQL backend by pgvector's type, the bind parameter limit, and a pool that survives outages.

Django 5.2 takes statements of PostgreSQL for unlimited. Bound by the server they are not, so a cascade over the
postings of a hundred thousand chunks, `in_bulk` and `bulk_create` would be refused; told the limit, Django splits them.
"""

from collections.abc import Sequence
from typing import Any

import psycopg
from django.db.backends.postgresql import base, features, operations
from pgvector import HalfVector
from pgvector.psycopg.halfvec import HalfVectorBinaryDumper, HalfVectorDumper

from apps.database.postgresql.outage_errors import is_connection_dead

MOST_PARAMETERS = 2**16 - 1
"""The wire protocol counts them with 16 bits."""

# For every connection at once, and without a type of its own: the number of the type differs between databases, so a
# vector takes that of the cast beside it, `%(name)s::halfvec`. What is registered last is what is sent: binary, because
# text was measured twenty times slower. The other is for statements that are shown, such as Django's query log.
psycopg.adapters.register_dumper(HalfVector, HalfVectorDumper)
psycopg.adapters.register_dumper(HalfVector, HalfVectorBinaryDumper)


class DatabaseFeatures(features.DatabaseFeatures):
    max_query_params = MOST_PARAMETERS


class DatabaseOperations(operations.DatabaseOperations):
    def bulk_batch_size(self, fields: Sequence[object], objs: Sequence[object]) -> int:
        """How many rows of so many fields one statement may carry."""
        return MOST_PARAMETERS // max(1, len(fields))


class DatabaseWrapper(base.DatabaseWrapper):
    features_class = DatabaseFeatures
    ops_class = DatabaseOperations

    def get_new_connection(self, conn_params: dict[str, Any]) -> psycopg.Connection[Any]:
        """When a server has died, so have all connections of the pool; each would cost somebody an error otherwise."""
        connection: psycopg.Connection[Any] = super().get_new_connection(conn_params)
        if pool := self.pool:
            for _ in range(pool.max_size):
                if not is_connection_dead(connection):
                    break
                connection.close()
                pool.putconn(connection)
                connection = super().get_new_connection(conn_params)
        return connection
