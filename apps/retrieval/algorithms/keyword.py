"""keyword: by words alone. Never loses an exact word, a number or a name; needs no vectors.

The chunks with the best BM25 over stems (keywords.py) are compared once more by fragments of words (fragments.py).
"""

from django.utils.translation import gettext_lazy as _

from apps.retrieval.halves import by_words
from apps.retrieval.joining import joined
from apps.retrieval.types import Algorithm, Found, Limits, Query, never


def retrieve(query: Query, limits: Limits) -> Found:
    """Pages of the best documents. Two round trips, and those of asked_terms; as many if nothing is found."""
    return joined(query, limits, by_words(query, limits, compounds=True))


ALGORITHM = Algorithm("keyword", _("Words"), retrieve, aliases=("keywords",), needs_vector=never)
