"""Chunks by the words of the question: the two statements that the algorithms with keywords share.

BM25 over the postings of apps/documents/keyword_index.py. The rarest terms are read first, until together they have
POSTINGS of them: what is in half of all chunks says nothing and would be most of the work. The reader's rights and what
is in search are decided as in nearest.py, before the limit.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from psycopg.sql import SQL, Composable, Literal

from apps.documents.keyword_terms import GERMAN
from apps.retrieval import allowed
from apps.retrieval.compounds import NO_GUESSES, Guesses
from apps.retrieval.statements import fetch
from apps.retrieval.terms import terms_of
from apps.retrieval.types import Query

CANDIDATES = 60
"""Chunks that are found by words. With 100 one question of 120 more has its page among the first ten of 112,000 pages
of law, and none of 150 on 2,300 written answers of a parliament."""
POSTINGS = 15_000
"""Of 112,000 pages of law 20,000 find no page more, 10,000 lose one in a hundred."""
MOST_TERMS = 64
COUNTED = 5_000
"""Counting a term stops here; how frequent such a term is, the database's own statistics say well enough."""
REACH = 600
"""Chunks of which it is looked up whether they may be shown; all of them, should too few of these be."""

# most_common_vals has no type of its own, so it goes through text.
FREQUENCIES = SQL(
    """
WITH sizes AS (
    SELECT greatest(postings.reltuples, 0) AS postings, CASE WHEN chunks.reltuples >= 1000
        THEN chunks.reltuples::bigint ELSE (SELECT count(*) FROM documents_chunk) END AS chunks
    FROM pg_class AS postings, pg_class AS chunks
    WHERE postings.oid = 'documents_posting'::regclass AND chunks.oid = 'documents_chunk'::regclass
), frequent AS MATERIALIZED (
    SELECT term, (share * postings)::bigint AS frequency
    FROM pg_stats, sizes, unnest(most_common_vals::text::int[], most_common_freqs) AS common(term, share)
    WHERE schemaname = current_schema() AND tablename = 'documents_posting' AND attname = 'term'
        AND chunks > {counted} AND share * postings >= {counted}
)
SELECT term, coalesce(
    (SELECT frequency FROM frequent WHERE frequent.term = asked.term),
    (SELECT count(*) FROM (
        SELECT FROM documents_posting AS posting WHERE posting.term = asked.term LIMIT {counted}
    ) AS counted)
), (SELECT chunks FROM sizes)
FROM unnest(%(terms)s::int[]) AS asked(term)"""
).format(counted=COUNTED)

# Sorted first, so that rights are looked up lazily, best first, until the limit is full. Of a term that stands in more
# chunks than may be read, some are as good as others.
KEYWORD = SQL(
    """hits AS (
    SELECT posting.chunk_id, sum(posting.weight * asked.rarity) AS score
    FROM unnest(%(terms)s::int[], %(rarities)s::float8[]) AS asked(term, rarity)
    CROSS JOIN LATERAL (
        SELECT posting.chunk_id, posting.weight FROM documents_posting AS posting
        WHERE posting.term = asked.term{among}
        LIMIT {postings}
    ) AS posting
    GROUP BY posting.chunk_id
), keyword AS MATERIALIZED (
    SELECT found.chunk_id, published.document_id, found.score
    FROM (SELECT chunk_id, score FROM hits ORDER BY score DESC, chunk_id LIMIT %(reach)s::bigint OFFSET 0) AS found
    CROSS JOIN LATERAL (
        SELECT document.id AS document_id
        FROM documents_chunk AS chunk
        JOIN documents_document AS document
            ON document.id = chunk.document_id AND document.current_revision_id = chunk.revision_id
        WHERE chunk.id = found.chunk_id
                AND {allowed}
        LIMIT 1
    ) AS published
    LIMIT %(candidates)s
)"""
)
# Gathered once, then a part of the condition of the index: what is not allowed is not even read.
AMONG = SQL(
    """ AND posting.chunk_id = ANY(ARRAY(
            SELECT own.id FROM documents_chunk AS own
            WHERE own.document_id = ANY(%(documents)s) AND own.kind = 'content'))"""
)


@dataclass(frozen=True, slots=True)
class Asked:
    """The terms of a question that are searched for, each with its inverse document frequency; rarest first.

    `postings` is the number of places in which they stand, at least that of the chunks that hold one. `words` is the
    number of all terms of the question. That one is shown: how many of them stand anywhere would tell every reader
    which words stand in documents that others keep to themselves.
    """

    rarities: Mapping[int, float]
    postings: int
    words: int

    def __len__(self) -> int:
        return len(self.rarities)

    def parameters(self, *, reach: int | None) -> dict[str, Any]:
        """What the expressions of `keyword` refer to by name, beside the parameters of nearest.py.

        With `reach` None all chunks are looked up.
        """
        terms, rarities = list(self.rarities), list(self.rarities.values())
        return {"terms": terms, "rarities": rarities, "candidates": CANDIDATES, "reach": reach}


def keyword(query: Query) -> Composable:
    """The common table expressions `hits` and `keyword` (chunk_id, document_id, score), best first."""
    among = SQL("") if query.document_ids is None else AMONG
    return KEYWORD.format(among=among, allowed=allowed.condition(query), postings=Literal(POSTINGS))


def asked_terms(query: Query, *, compounds: bool = False) -> Asked:
    """One round trip, none for a question without terms; more as terms_of says. Terms that stand nowhere are left out.

    The rarest come first until together they stand in POSTINGS places: what is in half of all chunks says nothing and
    would be most of the work. With `compounds` German words are joined and cut, too: what stands in the documents then
    counts with the share of the word that it means.
    """
    terms = terms_of(query)[:MOST_TERMS]
    guessed = Guesses.of(query.text) if compounds and GERMAN in query.languages else NO_GUESSES
    rows = fetch(FREQUENCIES, {"terms": [*{*terms, *guessed.terms()}]}) if terms else []
    shares = guessed.shares({term for term, frequency, _ in rows if frequency}) | dict.fromkeys(terms, 1.0)
    chosen: dict[int, float] = {}
    read = 0
    for term, frequency, chunks in sorted(rows, key=lambda row: row[1]):
        if frequency and term in shares and (not chosen or read + frequency <= POSTINGS):
            read += frequency
            chosen[term] = shares[term] * inverse_document_frequency(frequency, max(chunks, frequency))
    return Asked(chosen, read, len(terms))


def inverse_document_frequency(frequency: int, documents: int) -> float:
    """Robertson and Sparck Jones, in the form that is never negative: ln(1 + (N - n + 0.5) / (n + 0.5)). Pure."""
    return math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5))
