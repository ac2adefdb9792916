from typing import Any

from django.db import migrations

AT_ONCE = 5_000
# What a worker is about to end is left out: it is dated then, and until then by its last change.
FILL = """
    WITH portion AS (
        SELECT id FROM documents_document
        WHERE id > %s AND failed_at IS NULL
          AND (status IN ('failed', 'quarantined') OR flags && '{older_version_shown,words_only}')
        ORDER BY id LIMIT %s FOR UPDATE SKIP LOCKED
    ), filled AS (
        UPDATE documents_document document SET failed_at = document.updated_at
        FROM portion WHERE document.id = portion.id RETURNING document.id
    )
    SELECT max(id) FROM filled
"""


def fill(apps: Any, schema_editor: Any) -> None:
    """Dates what could not be read by its last change, in portions. May be interrupted and run again."""
    last: int | None = 0
    with schema_editor.connection.cursor() as cursor:
        while last is not None:
            cursor.execute(FILL, [last, AT_ONCE])
            [last] = cursor.fetchone()


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("documents", "0035_failed_at")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
