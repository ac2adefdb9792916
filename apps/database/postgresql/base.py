"""The database backend of config/settings.py: Django's own, with the limit of server-side binding.

Django 5.2 takes statements of PostgreSQL for unlimited. Bound by the server they are not, so a cascade over the
postings of a hundred thousand chunks, `in_bulk` and `bulk_create` would be refused; told the limit, Django splits them.
"""

from collections.abc import Sequence
from typing import Any

from django.db.backends.postgresql import base, features, operations

MOST_PARAMETERS = 2**16 - 1
"""The wire protocol counts them with 16 bits."""


class DatabaseFeatures(features.DatabaseFeatures):
    max_query_params = MOST_PARAMETERS


class DatabaseOperations(operations.DatabaseOperations):
    def bulk_batch_size(self, fields: Sequence[Any], objs: Sequence[Any]) -> int:
        """How many rows of so many fields one statement may carry."""
        return MOST_PARAMETERS // max(1, len(fields))


class DatabaseWrapper(base.DatabaseWrapper):
    features_class = DatabaseFeatures
    ops_class = DatabaseOperations
