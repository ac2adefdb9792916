"""A database of the test server for each state: loaded from a file, copied from another one, read row by row."""

import gzip
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
from psycopg import sql

Row = dict[str, Any]
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"


@dataclass(frozen=True)
class Database:
    """One database of the server at `place`, a dict for psycopg without `dbname`."""

    name: str
    place: dict[str, Any]

    @property
    def url(self) -> str:
        """For DATABASE_URL. Hosts may be folders of sockets."""
        user, password = quote(self.place["user"] or "", safe=""), quote(self.place["password"] or "", safe="")
        host, port = quote(self.place["host"] or "localhost", safe=""), self.place["port"] or 5432
        return f"postgres://{user}{':' if password else ''}{password}@{host}:{port}/{self.name}"

    def fetch(self, query: str, *values: Any) -> list[Any]:
        with self.connected() as connection:
            return connection.execute(query, values or None).fetchall()  # type: ignore[arg-type]

    def execute(self, query: str, *values: Any) -> None:
        with self.connected() as connection:
            connection.execute(query, values or None)  # type: ignore[arg-type]

    def tables(self) -> dict[str, list[Row]]:
        """Every table with its rows as JSON has them, whatever their types."""
        return {name: self.rows(name) for (name,) in self.fetch(TABLES)}

    def rows(self, table: str) -> list[Row]:
        return [json.loads(row) for (row,) in self.fetch(f'SELECT to_jsonb(t)::text FROM "{table}" t')]

    @contextmanager
    def connected(self) -> Iterator[psycopg.Connection[Any]]:
        with psycopg.connect(dbname=self.name, autocommit=True, **self.place) as connection:
            yield connection


@contextmanager
def database(name: str, like: Database | None = None) -> Iterator[Database]:
    """A new one beside the test database, empty or as `like` is; gone afterwards."""
    from django.db import connection

    settings = connection.settings_dict
    made = Database(
        f"{name}_{os.getpid()}",
        {key: settings[key.upper()] or None for key in ("user", "password", "host", "port")},
    )
    server = Database("postgres", made.place)
    template = sql.Identifier(like.name if like else "template0")
    with server.connected() as control:
        control.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(made.name)))
        control.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(made.name), template))
    try:
        yield made
    finally:
        with server.connected() as control:
            control.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(made.name)))


def load(target: Database, dump: Path) -> None:
    """Plain SQL, compressed, in one transaction. The database must be empty."""
    with target.connected() as connection:
        connection.execute(gzip.decompress(dump.read_bytes()))
