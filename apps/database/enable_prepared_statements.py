"""Enables prepared statements within a block: repeated queries are parsed and planned once per connection.

Reading and planning take as long as running many of them. PostgreSQL plans a prepared statement anew when its tables'
statistics or indexes change, so an import or a new index is noticed. Only statements that ask for it are prepared: an
import begins on empty tables, whose plans would be wrong a minute later.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection

PREPARED_FROM = 2
"""How often a connection has run a statement before it is prepared: a command that searches once gains nothing."""


@contextmanager
def use_prepared_statements() -> Iterator[None]:
    """Within it psycopg prepares statements that this thread's connection repeats; Django switches that off.

    Raises DatabaseError when there is no connection to be had.
    """
    connection.ensure_connection()
    driver = connection.connection
    before = driver.prepare_threshold
    driver.prepare_threshold = PREPARED_FROM
    try:
        yield
    finally:
        driver.prepare_threshold = before
