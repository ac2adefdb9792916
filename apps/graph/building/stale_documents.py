"""Stale documents: new, changed or gone from search since the build in use.

Those with readers of their own belong into no graph: one that has them since the build is gone for it.
"""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from apps.database.execute_batch_sql import fetch_rows
from apps.graph.models import Build

WORDS: dict[str, Promise] = {"new": _("new"), "changed": _("changed"), "gone": _("no longer in search")}

# In search in another revision than was read, or not read at all; and read, but no longer in search.
STALE = """
    WITH stale AS (
        SELECT document_id, CASE
            WHEN covered.revision IS NULL THEN 'new' WHEN searched.revision IS NULL THEN 'gone' ELSE 'changed'
        END AS change
        FROM (
            SELECT id AS document_id, current_revision_id AS revision FROM documents_document
            WHERE collection_id = %s AND status IN ('ready', 'ready_partial') AND current_revision_id IS NOT NULL
                AND reader_groups IS NULL
        ) AS searched
        FULL JOIN (
            SELECT document_id, revision_number AS revision FROM graph_covereddocument WHERE build_id = %s
        ) AS covered USING (document_id)
        WHERE searched.revision IS DISTINCT FROM covered.revision
    )
"""
COUNT = f"{STALE} SELECT count(*) FROM stale"  # noqa: S608 - only constants of this file
FIRST = f"""{STALE}
    SELECT id, coalesce(nullif(title, ''), external_id), change FROM stale
    JOIN documents_document ON id = document_id WHERE reader_groups IS NULL ORDER BY external_id LIMIT %s
"""  # noqa: S608 - only constants of this file


@dataclass(frozen=True, slots=True)
class StaleDocument:
    pk: int
    title: str
    change: str

    @property
    def words(self) -> str:
        return str(WORDS[self.change])


def count_stale_documents(collection_id: int, build: Build | None) -> int:
    """How many documents are stale, withdrawn ones (which have no row any more) included. One query.

    All of the collection where there is no build.
    """
    [[number]] = fetch_rows(COUNT, [collection_id, build and build.pk])
    return int(number) + (build.withdrawn if build else 0)


def first_stale_documents(collection_id: int, build: Build, most: int) -> list[StaleDocument]:
    """Returns stale ones that have a row still and no readers of their own, by ids at the source. One query."""
    return [StaleDocument(*row) for row in fetch_rows(FIRST, [collection_id, build.pk, most])]
