"""Access conditions in SQL: which documents a search may show, by the reader's rights, state and filters.

Every statement of every algorithm joins `documents_document AS document` and asks `condition(query)` of it, so a
document that may not be shown is neither found nor named nor a neighbour of what is found.

When few documents are allowed their ids are known (narrow_to_few_documents.py) and nothing else is read.
"""

from typing import Any

from psycopg.sql import SQL, Composable, Literal, Placeholder

from apps.documents.models import SEARCHABLE
from apps.documents.models.reader_access_filter import PUBLIC, Reader
from apps.retrieval.query.types import Query

# The states are written out: how many documents have them is known to the planner then, also in a plan for all values.
IN_SEARCH = SQL(
    """document.collection_id = ANY(%(collections)s) AND document.status IN ({searchable})
                AND document.current_revision_id IS NOT NULL"""
).format(searchable=SQL(", ").join(Literal(status.value) for status in SEARCHABLE))
OPEN = SQL("document.reader_groups IS NULL")
# The same in the ORM: Reader.may_read.
NAMED = SQL(
    """(document.reader_groups IS NULL OR document.reader_groups && %(groups_of_reader)s::int[]
                OR %(reader)s = ANY(document.reader_users))"""
)
# For people whom some source names: those of a name are few, and everybody else is spared the comparison.
NAMED_BY_SOURCES = SQL(
    """(document.reader_groups IS NULL OR document.reader_groups && %(groups_of_reader)s::int[]
                OR %(reader)s = ANY(document.reader_users) OR document.named_readers && %(names_of_reader)s::int[])"""
)
AMONG = SQL("document.id = ANY(%(documents)s)")
CONDITIONS = {
    "document_types": "lower(document.document_type) = ANY(%(document_types)s)",
    "numbers": "lower(document.number) = ANY(%(numbers)s)",
    "date_from": "document.date >= %(date_from)s",
    "date_until": "document.date <= %(date_until)s",
    "parties": "retrieval_folded(document.parties::text[]) && %(parties)s::text[]",
    "tags": """EXISTS (SELECT FROM documents_revision AS tagged WHERE tagged.id = document.current_revision_id
                AND retrieval_folded(tagged.tags::text[]) && %(tags)s::text[])""",
}
# The index knows all words of all authors of a document; the words of one name must be those of one author.
AUTHOR = SQL(
    """(retrieval_words(document.authors::text[]) @> retrieval_words(ARRAY[{name}]::text[])
                AND EXISTS (SELECT FROM unnest(document.authors) AS author
                    WHERE retrieval_words(ARRAY[author]::text[]) @> retrieval_words(ARRAY[{name}]::text[])))"""
)


def access_condition(query: Query) -> Composable:
    """The condition on `document`; run it with `access_parameters`."""
    given = query.filters
    parts: list[Composable] = [SQL(text) for name, text in CONDITIONS.items() if getattr(given, name)]
    if given.authors:
        each = [AUTHOR.format(name=Placeholder(f"author_{place}")) for place in range(len(given.authors))]
        parts.append(SQL("({})").format(SQL(" OR ").join(each)))
    if query.document_ids is not None:
        parts.append(AMONG)
    if not query.reader.sees_all:
        parts.append(rights_condition(query.reader))
    return SQL("\n                AND ").join([IN_SEARCH, *parts])


def rights_condition(reader: Reader) -> SQL:
    """Returns the condition for a reader who does not see all."""
    if reader == PUBLIC:
        return OPEN
    return NAMED_BY_SOURCES if reader.named_ids else NAMED


def access_parameters(query: Query) -> dict[str, object]:
    """The values for `access_condition` by name; a statement may use fewer than these."""
    given = query.filters
    values: dict[str, Any] = {
        "collections": list(query.collection_ids),
        "document_types": [value.lower() for value in given.document_types],
        "numbers": [value.lower() for value in given.numbers],
        "date_from": given.date_from,
        "date_until": given.date_until,
        "parties": [value.lower() for value in given.parties],
        "tags": [value.lower() for value in given.tags],
        "reader": query.reader.user_id,
        "groups_of_reader": list(query.reader.group_ids),
        "names_of_reader": list(query.reader.named_ids),
        **{f"author_{place}": name for place, name in enumerate(given.authors)},
    }
    if query.document_ids is not None:
        values["documents"] = list(query.document_ids)
    return values
