"""The database backend of config/settings.py: Django's own, with pgvector's type and the limit of server-side binding.

Django 5.2 takes statements of PostgreSQL for unlimited. Bound by the server they are not, so a cascade over the
postings of a hundred thousand chunks, `in_bulk` and `bulk_create` would be refused; told the limit, Django splits them.
"""

from collections.abc import Sequence

import psycopg
from django.db.backends.postgresql import base, features, operations
from pgvector import HalfVector
from pgvector.psycopg.halfvec import HalfVectorBinaryDumper, HalfVectorDumper

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
