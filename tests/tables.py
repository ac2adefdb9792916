"""Whether a text is left anywhere in the database: what a withdrawal must not leave."""

from django.db import connection


def tables_with(text: str) -> list[str]:
    """Every table of this database with a row that holds the text in any column, in whatever case. Scans them all."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT EXISTS (SELECT FROM "{table}" AS row WHERE row::text ILIKE %s)', [f"%{text}%"])
            if cursor.fetchone()[0]:
                found.append(table)
    return found
