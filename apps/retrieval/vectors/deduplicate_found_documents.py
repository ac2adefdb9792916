"""Deduplicates results: the same content under two names or in two formats (report.docx, report.pdf) is given once.

Fingerprints are a hint; what decides is the text: a passage is left out when each of its sentences and rows stands in
a document that was found before it and is given. Two versions that differ in a figure are both given.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from psycopg.sql import SQL

from apps.documents.parsing.duplicate_content_fingerprint import are_near_duplicates
from apps.retrieval.query.execute_search_sql import array_literal, fetch_search_rows
from apps.retrieval.query.types import Passage
from apps.text.comparable_letters import comparable_letters

LONGEST = 400_000
"""Letters of a document that is compared; two that are longer are both given."""
TEXTS = SQL(
    """
SELECT chunk.document_id, string_agg(chunk.text, ' ' ORDER BY chunk.id)
FROM documents_chunk AS chunk
JOIN documents_document AS document ON document.id = chunk.document_id
    AND document.current_revision_id = chunk.revision_id
WHERE chunk.document_id = ANY(%(documents)s::bigint[]) AND chunk.kind = 'content'
GROUP BY chunk.document_id HAVING sum(length(chunk.text)) <= %(longest)s"""
)
UNIT_END = re.compile(r"(?<=[.!?:;])\s|[\n|]")
PAGE_NUMBER = re.compile(r"(?:seite|page|s)?\d{1,4}(?:von\d{1,4}|of\d{1,4})?")


def drop_repeated_passages(passages: Sequence[Passage]) -> list[Passage]:
    """Drops repetitions and keeps the order. No query unless two documents look the same, then one."""
    alike = earlier_similar_documents(passages)
    if not alike:
        return list(passages)
    texts = dict(letters_of_documents(set(chain.from_iterable(alike.values()))))
    repeated: set[int] = set()
    for document, others in alike.items():
        own = [passage for passage in passages if passage.document_id == document]
        again = [passage for passage in own if any(is_repeated(passage, texts.get(other)) for other in others)]
        if len(again) == len(own):  # It is given no more, so nothing is a repetition of it.
            texts.pop(document, None)
        repeated.update(map(id, again))
    return [passage for passage in passages if id(passage) not in repeated]


def earlier_similar_documents(passages: Iterable[Passage]) -> dict[int, list[int]]:
    """Maps each document that looks like others before it to all of these, in their order.

    It may repeat a later one of them alone.
    """
    known: dict[int, int | None] = {}
    found: dict[int, list[int]] = {}
    for passage in passages:
        if passage.document_id not in known:
            same = [pk for pk, number in known.items() if are_near_duplicates(number, passage.text_fingerprint)]
            known[passage.document_id] = passage.text_fingerprint
            if same:
                found[passage.document_id] = same
    return found


def letters_of_documents(documents: Iterable[int]) -> Mapping[int, str]:
    rows = fetch_search_rows(TEXTS, {"documents": array_literal(documents), "longest": LONGEST})
    return {document: comparable_letters(text) for document, text in rows}


def is_repeated(passage: Passage, text: str | None) -> bool:
    """Given the other document's letters and digits: whether they hold every unit of the passage.

    Numbers of pages do not count. Nobody cites a summary, which has no page: it is a repetition wherever the other
    document is one.
    """
    if not text:
        return False
    units = (comparable_letters(unit) for unit in UNIT_END.split(passage.text))
    return passage.page is None or all(unit in text for unit in units if not PAGE_NUMBER.fullmatch(unit))
