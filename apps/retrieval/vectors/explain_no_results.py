"""Explains why a search found nothing: the step that excluded everything, in words for the person who asked."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from psycopg.sql import SQL, Identifier

from apps.documents.models import ChunkKind
from apps.retrieval.query import access_conditions
from apps.retrieval.query.execute_search_sql import fetch_search_rows
from apps.retrieval.query.types import Query, SearchLimits, SearchStep
from apps.retrieval.vectors.nearest_chunks_sql import nearest_chunks_cte, nearest_chunks_parameters

BELOW_EVERYTHING = -2.0
"""Below any cosine: a threshold that everything passes."""

REASONS = {
    "no_words": _("The question contains no words."),
    "no_collections": _("There is no collection that you may read."),
    "no_documents": _("No document of these collections is ready for search."),
    "filtered_out": _("No document that you may read passes the filters."),
    "no_vectors": _("The documents have no vectors of the embedding model in use, so nothing can be compared."),
    "no_graph": _("These collections have no finished graph. Build one, or search in another way."),
    "no_entity": _("The graph knows nothing that this question asks about."),
    "no_points": _("Nothing of what was read contributes to an answer."),
    "no_term_found": _("None of the question's words stands in the documents."),
    "below_threshold": _("The most similar text reaches %(best).3f, the threshold is %(threshold).3f."),
}

# Not their number: counting a hundred thousand documents takes longer than searching them.
ANY_READY = SQL(" SELECT EXISTS (SELECT FROM documents_document AS document WHERE {allowed})")


def explain_missing_chunks(query: Query, limits: SearchLimits, kinds: Sequence[ChunkKind]) -> SearchStep:
    """The step that explains why no chunk of these kinds led to a document. One round trip."""
    started = time.perf_counter()
    tables = SQL(",\n").join(nearest_chunks_cte(kind.value, query, kind, 1) for kind in kinds)
    best = SQL("greatest({})").format(
        SQL(", ").join(SQL("(SELECT max(similarity) FROM {})").format(Identifier(kind.value)) for kind in kinds)
    )
    values = nearest_chunks_parameters(query, replace(limits, threshold=BELOW_EVERYTHING))
    ready = ANY_READY.format(allowed=access_conditions.access_condition(query))
    [(documents, similarity)] = fetch_search_rows(SQL("WITH ") + tables + ready + SQL(", ") + best, values)
    seconds = time.perf_counter() - started
    if not documents:
        return no_document_left_step(query, seconds)
    if similarity is None:
        return no_result_step("no_vectors", seconds)
    return no_result_step("below_threshold", seconds, best=similarity, threshold=limits.threshold)


def no_documents_step(query: Query) -> SearchStep | None:
    """The step that explains it when no document may be shown at all. One round trip."""
    started = time.perf_counter()
    [(documents,)] = fetch_search_rows(
        ANY_READY.format(allowed=access_conditions.access_condition(query)), access_conditions.access_parameters(query)
    )
    return None if documents else no_document_left_step(query, time.perf_counter() - started)


def no_document_left_step(query: Query, seconds: float = 0.0) -> SearchStep:
    return no_result_step("filtered_out" if query.filters else "no_documents", seconds)


def no_result_step(reason: str, seconds: float = 0.0, **detail: object) -> SearchStep:
    """The last step of a search without result; `reason` is one of REASONS."""
    return SearchStep("nothing", seconds, 0, detail={"reason": reason, **detail})


def explain_no_result(steps: Sequence[SearchStep]) -> str:
    """The sentence of a search without result in the reader's language; empty when something was found."""
    return explain_step_details([step.detail for step in steps])


def explain_step_details(details: Sequence[Mapping[str, object]]) -> str:
    """Explains from the details of stored steps."""
    for detail in details:
        code = detail.get("reason")
        if code in REASONS:
            return gettext(REASONS[code]) % detail
    return ""
