"""keyword: by words alone. Never loses an exact word, a number or a name; needs no vectors.

The chunks with the best BM25 over stems (keyword_sql.py) are compared once more by character n-grams
(score_by_character_ngrams.py).
"""

from django.utils.translation import gettext_lazy as _

from apps.retrieval.hybrid.keyword_and_vector_branches import retrieve_by_words
from apps.retrieval.hybrid.score_passages import join_branches
from apps.retrieval.query.types import Algorithm, Query, RetrievalResult, SearchLimits


def retrieve(query: Query, limits: SearchLimits) -> RetrievalResult:
    """Pages of the best documents. Two round trips, and those of search_terms; as many if nothing is found."""
    return join_branches(query, limits, retrieve_by_words(query, limits, compounds=True))


ALGORITHM = Algorithm("keyword", _("Words"), retrieve, aliases=("keywords",), needs_vector=lambda _question: False)
