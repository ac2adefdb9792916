"""Several INSERT and UPDATE statements sent in one round trip.

The ORM takes about a millisecond of processor time for each row that is written, and somebody waits for every one of
them. Columns come from the models, so a new field needs no change here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import AutoField, Field, Model

from apps.database.enable_prepared_statements import use_prepared_statements

AnyField = Field[Any, Any]


@dataclass(frozen=True, slots=True)
class SqlStatement:
    """SQL with a place for each of the values."""

    sql: str
    values: list[Any]


def insert(rows: Sequence[Model]) -> SqlStatement:
    """Rows of one model, at least one. Ids that the database counts are left to it and do not come back."""
    fields = insertable_fields(type(rows[0]))
    places = f"({', '.join(['%s'] * len(fields))})"
    values = [prepare_value(field, field.pre_save(row, True)) for row in rows for field in fields]
    return SqlStatement(insert_clause(type(rows[0])) + ", ".join([places] * len(rows)), values)


def update(model: type[Model], primary_key: object, columns: Mapping[str, Any]) -> SqlStatement:
    """Sets the named fields of one row. Unlike `save` it fills in nothing by itself."""
    values = [prepare_value(concrete_field(model, name), value) for name, value in columns.items()]
    key = concrete_field(model, str(model._meta.pk.name))
    return SqlStatement(update_statement(model, tuple(columns)), [*values, prepare_value(key, primary_key)])


def execute_together(statements: Sequence[SqlStatement]) -> int:
    """All of them in one round trip, at least one; the number of rows that the last one wrote. Raises DatabaseError.

    They are parts of one statement: none sees what another writes, all are done or none.
    """
    with use_prepared_statements(), connection.cursor() as cursor:
        cursor.execute(*join_statements(statements))
        return int(cursor.rowcount)


def write_and_fetch(statements: Sequence[SqlStatement]) -> list[tuple[Any, ...]]:
    """All of them in one round trip, as `execute_together`; the rows that the last one reads. Raises DatabaseError."""
    with use_prepared_statements(), connection.cursor() as cursor:
        cursor.execute(*join_statements(statements))
        return list(cursor.fetchall())


def join_statements(statements: Sequence[SqlStatement]) -> tuple[str, list[Any]]:
    *before, last = statements
    parts = ", ".join(f"part_{number} AS ({part.sql})" for number, part in enumerate(before))
    sql = f"WITH {parts} {last.sql}" if before else last.sql
    return sql, [value for statement in statements for value in statement.values]


def prepare_value(field: AnyField, value: object) -> object:
    return field.get_db_prep_save(value, connection)


@cache
def insertable_fields(model: type[Model]) -> list[AnyField]:
    return [field for field in model._meta.concrete_fields if not isinstance(field, AutoField)]


@cache
def concrete_field(model: type[Model], name: str) -> AnyField:
    return next(field for field in model._meta.concrete_fields if name in (field.name, field.attname))


@cache
def insert_clause(model: type[Model]) -> str:
    columns = ", ".join(quote_identifier(field.column) for field in insertable_fields(model))
    return f"INSERT INTO {quote_identifier(model._meta.db_table)} ({columns}) VALUES "  # noqa: S608 - names of our own tables


@cache
def update_statement(model: type[Model], names: tuple[str, ...]) -> str:
    settings = ", ".join(f"{quote_identifier(concrete_field(model, name).column)} = %s" for name in names)
    key = concrete_field(model, str(model._meta.pk.name))
    return f"UPDATE {quote_identifier(model._meta.db_table)} SET {settings} WHERE {quote_identifier(key.column)} = %s"  # noqa: S608


def quote_identifier(name: str | None) -> str:
    """A field that has a column has its name; only relations of many to many have none."""
    return str(connection.ops.quote_name(str(name)))
