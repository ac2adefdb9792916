"""What tests look at in the tables of a graph."""

from django.db import connection

from apps.graph.models import Build, Community, Entity


def names() -> set[str]:
    return set(Entity.objects.values_list("name", flat=True))


def tables_with(text: str) -> list[str]:
    """Every table of this database that holds the text anywhere, but for what receipts and tests keep themselves."""
    found = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT count(*) FROM "{table}" AS row WHERE row::text ILIKE %s', [f"%{text}%"])
            if cursor.fetchone()[0]:
                found.append(table)
    return found


def covered_once(run: Build) -> bool:
    levels = range(run.depth())
    each = [
        list(
            Community.objects.filter(build=run, level__lte=level, last_level__gte=level).values_list(
                "members__entity", flat=True
            )
        )
        for level in levels
    ]
    everybody = sorted(Entity.objects.filter(build=run).values_list("pk", flat=True))
    return all(sorted(members) == everybody for members in each)
