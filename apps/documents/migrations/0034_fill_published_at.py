from typing import Any

from django.db import migrations

AT_ONCE = 5_000
# What a worker is about to publish is left out: it is dated then, and until then by its document.
FILL = """
    WITH portion AS (
        SELECT revision.id, document.updated_at FROM documents_revision revision
        JOIN documents_document document ON document.current_revision_id = revision.id
        WHERE revision.id > %s AND revision.published_at IS NULL
        ORDER BY revision.id LIMIT %s FOR UPDATE OF revision SKIP LOCKED
    ), filled AS (
        UPDATE documents_revision revision SET published_at = portion.updated_at
        FROM portion WHERE revision.id = portion.id RETURNING revision.id
    )
    SELECT max(id) FROM filled
"""


def fill(apps: Any, schema_editor: Any) -> None:
    """Dates what is in search by the last change of its document, in portions. May be interrupted and run again."""
    last: int | None = 0
    with schema_editor.connection.cursor() as cursor:
        while last is not None:
            cursor.execute(FILL, [last, AT_ONCE])
            [last] = cursor.fetchone()


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("documents", "0033_published_at")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
