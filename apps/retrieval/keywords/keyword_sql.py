"""Chunks by the words of the question: the expressions that the algorithms with keywords share.

BM25 over the postings of apps/documents/keywords/index.py. The rarest terms are read first, until they have as many
postings as the number of chunks allows: what is in half of all chunks says nothing and would be most of the work. The
reader's rights and what is in search are decided as in nearest.py, before the limit.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from psycopg.sql import SQL, Composable, Literal

from apps.retrieval.keywords.compounds import NO_GUESSES, Guesses
from apps.retrieval.query import access
from apps.retrieval.query.sql import array, fetch
from apps.retrieval.query.term_statistics import COUNTED, TermStatistics, term_statistics
from apps.retrieval.query.terms import terms_of
from apps.retrieval.query.types import Query
from apps.text.index_terms import GERMAN

CANDIDATES = 60
"""Chunks that are found by words. How many, and how many postings, was tried once (docs/evaluation.md)."""
FEWEST_POSTINGS, MOST_POSTINGS = 2_000, 15_000
CHUNKS_FOR_A_POSTING = 3
"""Of all kinds together: a page has at least three, so about as many postings are read as there are pages."""
MOST_TERMS = 64
REACH = 600
"""Chunks of which it is looked up whether they may be shown; all of them, should too few of these be."""

EXISTING = SQL(
    """
SELECT term FROM unnest(%(terms)s::int[]) AS asked(term)
WHERE EXISTS (SELECT FROM documents_posting AS posting WHERE posting.term = asked.term)"""
)
# The inverse document frequency is Robertson's and Sparck Jones', in the form that is never negative: with n of N
# chunks ln(1 + (N - n + 0.5) / (n + 0.5)).
CHOSEN = SQL(
    """counted AS MATERIALIZED (
    SELECT term, share, coalesce(frequency, (SELECT count(*)::int FROM (
        SELECT FROM documents_posting AS posting WHERE posting.term = asked.term LIMIT {counted}) AS few)) AS frequency
    FROM unnest(%(terms)s::int[], %(shares)s::float8[], %(frequencies)s::int[]) AS asked(term, share, frequency)
), chosen AS MATERIALIZED (
    SELECT term, read, share * ln(1 + (greatest(%(chunks)s, n) - n + 0.5::float8) / (n + 0.5::float8)) AS rarity
    FROM (
        SELECT term, share, frequency AS n, sum(frequency) OVER (ORDER BY frequency, term) AS read
        FROM counted WHERE frequency > 0
    ) AS rarest_first
    WHERE read <= %(budget)s OR read = n
)"""
).format(counted=COUNTED)
# Sorted first, so that rights are looked up lazily, best first, until the limit is full. Of a term that stands in more
# chunks than may be read, some are as good as others.
KEYWORD = SQL(
    """{chosen}, hits AS (
    SELECT posting.chunk_id, sum(posting.weight * chosen.rarity) AS score
    FROM chosen
    CROSS JOIN LATERAL (
        SELECT posting.chunk_id, posting.weight FROM documents_posting AS posting
        WHERE posting.term = chosen.term{among}
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
    """The terms to search for, each with the share of a word of the question that it means.

    `words` is the number of all terms of the question. That one is shown: how many of them stand anywhere would tell
    every reader which words stand in documents that others keep to themselves.
    """

    shares: Mapping[int, float]
    words: int
    statistics: TermStatistics

    def parameters(self, *, reach: int | None) -> dict[str, object]:
        """What the expressions of `keyword` refer to by name, beside the parameters of nearest.py.

        With `reach` None all chunks are looked up.
        """
        chunks, known = self.statistics.chunks, self.statistics.frequencies
        return {
            "terms": array(self.shares),
            "shares": array(self.shares.values()),
            "frequencies": array(known.get(term) for term in self.shares),
            "chunks": chunks,
            "budget": min(MOST_POSTINGS, max(FEWEST_POSTINGS, chunks // CHUNKS_FOR_A_POSTING)),
            "candidates": CANDIDATES,
            "reach": reach,
        }


def keyword(query: Query) -> Composable:
    """The common table expressions `chosen`, `hits` and `keyword` (chunk_id, document_id, score), best first.

    The rarest terms are chosen until they have as many postings as may be read; `read` adds up their postings.
    """
    among = SQL("") if query.document_ids is None else AMONG
    condition = access.condition(query)
    return KEYWORD.format(chosen=CHOSEN, among=among, allowed=condition, postings=Literal(MOST_POSTINGS))


def asked_terms(query: Query, *, compounds: bool = False) -> Asked:
    """No round trip, but as terms_of says, one for the statistics that the query may lack and one with `compounds`.

    With these German words are joined and cut, too: what stands in the documents counts with the share of the word that
    it means.
    """
    terms = terms_of(query)[:MOST_TERMS]
    shares = dict.fromkeys(terms, 1.0)
    guessed = Guesses.of(query.text) if compounds and GERMAN in query.languages else NO_GUESSES
    if guesses := guessed.terms():
        rows = fetch(EXISTING, {"terms": array({*terms, *guesses})})
        shares = guessed.shares({term for (term,) in rows}) | shares
    return Asked(shares, len(terms), query.statistics or term_statistics())
