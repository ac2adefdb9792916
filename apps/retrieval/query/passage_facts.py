"""What the context says of a passage's document beside its title: its number and the name of its file."""

from collections.abc import Sequence
from dataclasses import replace

from psycopg.sql import SQL

from apps.retrieval.query.access_conditions import access_condition, access_parameters
from apps.retrieval.query.execute_search_sql import array, fetch
from apps.retrieval.query.types import Passage, Query

FACTS = SQL(
    """
SELECT document.id, document.number, coalesce(revision.file_name, '')
FROM documents_document AS document
LEFT JOIN documents_revision AS revision ON revision.id = document.current_revision_id
WHERE document.id = ANY(%(facts_of)s::bigint[]) AND {allowed}"""
)


def with_numbers_and_files(query: Query, passages: Sequence[Passage]) -> list[Passage]:
    """The passages of documents that may be shown still: rights are asked for once more. One query."""
    if not passages:
        return []
    known = access_parameters(query) | {"facts_of": array({passage.document_id for passage in passages})}
    rows = fetch(FACTS.format(allowed=access_condition(query)), known)
    facts = {document: (number, name) for document, number, name in rows}
    return [with_facts(passage, *facts[passage.document_id]) for passage in passages if passage.document_id in facts]


def with_facts(passage: Passage, number: str, file_name: str) -> Passage:
    return replace(passage, number=number, file_name=file_name)
