"""Keyword search in SQL: the common table expressions that the algorithms with keywords share.

BM25 over the postings of apps/documents/keywords/write_keyword_index.py. The rarest terms are read first, until they
have as many postings as the number of chunks allows: terms in half of all chunks say nothing and would be most of the
work. Access rights and what is in search are checked as in nearest_chunks_sql.py, before the limit.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from psycopg.sql import SQL, Composable, Literal

from apps.retrieval.keywords import separable_verb_forms
from apps.retrieval.keywords.german_compounds import NO_GUESSES, CompoundGuesses
from apps.retrieval.keywords.separable_verb_forms import verb_form_terms
from apps.retrieval.query import access_conditions
from apps.retrieval.query.execute_search_sql import array_literal, fetch_search_rows
from apps.retrieval.query.postgres_term_statistics import COUNTED, TermStatistics, load_term_statistics
from apps.retrieval.query.question_terms import question_terms
from apps.retrieval.query.types import Query
from apps.text.index_terms import GERMAN

MOST_CANDIDATES = 60
"""Chunks that are found by words. How many, and how many postings, was tried once (docs/evaluation.md)."""
FEWEST_POSTINGS, MOST_POSTINGS = 2_000, 15_000
CHUNKS_FOR_A_POSTING = 3
"""Of all kinds together: a page has at least three, so about as many postings are read as there are pages."""
MOST_TERMS = 64
REACH = 600
"""Chunks whose access rights are looked up first; all others follow if too few of these may be shown."""

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
class SearchTerms:
    """The terms to search for, each with the share of a word of the question that it means.

    `words` is the number of all terms of the question. That one is shown, because the number of terms that were found
    would tell readers which words occur in documents that they may not see.
    """

    shares: Mapping[int, float]
    words: int
    statistics: TermStatistics

    def parameters(self, *, reach: int | None) -> dict[str, object]:
        """What the expressions of `keyword` refer to by name, beside the parameters of nearest_chunks_sql.py.

        With `reach` None all chunks are looked up.
        """
        chunks, known = self.statistics.chunks, self.statistics.frequencies
        return {
            "terms": array_literal(self.shares),
            "shares": array_literal(self.shares.values()),
            "frequencies": array_literal(known.get(term) for term in self.shares),
            "chunks": chunks,
            "budget": min(MOST_POSTINGS, max(FEWEST_POSTINGS, chunks // CHUNKS_FOR_A_POSTING)),
            "candidates": MOST_CANDIDATES,
            "reach": reach,
        }


def keyword_expressions(query: Query) -> Composable:
    """The common table expressions `chosen`, `hits` and `keyword` (chunk_id, document_id, score), best first.

    The rarest terms are chosen until they have as many postings as may be read; `read` adds up their postings.
    """
    among = SQL("") if query.document_ids is None else AMONG
    condition = access_conditions.access_condition(query)
    return KEYWORD.format(chosen=CHOSEN, among=among, allowed=condition, postings=Literal(MOST_POSTINGS))


def search_terms(query: Query, *, compounds: bool = False) -> SearchTerms:
    """The terms that a question is searched by.

    Other forms of separable German verbs count as well. With `compounds`, German words are also joined into compounds
    and split into parts; those that occur in the documents count with the share of the word that they cover. One round
    trip with `compounds`, one more for statistics that the query lacks, and those of question_terms."""
    terms = question_terms(query)[:MOST_TERMS]
    in_german = GERMAN in query.languages
    forms = verb_form_terms(query.text) if in_german else frozenset[int]()
    shares = dict.fromkeys(forms, separable_verb_forms.SHARE) | dict.fromkeys(terms, 1.0)
    guessed = CompoundGuesses.of(query.text) if compounds and in_german else NO_GUESSES
    if guesses := guessed.terms():
        rows = fetch_search_rows(EXISTING, {"terms": array_literal({*terms, *guesses})})
        shares = guessed.shares({term for (term,) in rows}) | shares
    return SearchTerms(shares, len(terms), query.statistics or load_term_statistics())
