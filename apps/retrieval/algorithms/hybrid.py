"""hybrid: words and vectors together. What one of them misses the other finds.

Candidates are the chunks with the best BM25 over stems and those with the nearest vectors; each of them is scored in
all three ways, by stems, by fragments of words and by its vector (score_passages.py).
"""

from django.utils.translation import gettext_lazy as _

from apps.retrieval.hybrid.keyword_and_vector_branches import retrieve_by_vectors, retrieve_by_words
from apps.retrieval.hybrid.score_passages import join_branches
from apps.retrieval.query.types import Algorithm, Branches, Query, RetrievalResult, SearchLimits


def retrieve(query: Query, limits: SearchLimits) -> RetrievalResult:
    """Pages of the best documents. Three round trips, and those of search_terms; as many if nothing is found."""
    # Vectors find the parts of compounds by themselves, so words are taken as they are.
    return join_branches(query, limits, retrieve_by_words(query, limits), retrieve_by_vectors(query, limits))


ALGORITHM = Algorithm(
    "hybrid", _("Words and vectors"), retrieve, branches=Branches(retrieve_by_words, retrieve_by_vectors, join_branches)
)
