"""hybrid: words and vectors together. What one of them misses the other finds.

Candidates are the chunks with the best BM25 over stems and those with the nearest vectors; each of them is scored in
all three ways, by stems, by fragments of words and by its vector (by_words.py).
"""

from django.utils.translation import gettext_lazy as _

from apps.retrieval import by_words
from apps.retrieval.types import Algorithm, Found, Limits, Query


def retrieve(query: Query, limits: Limits) -> Found:
    """Pages of the best documents. Two round trips; three if nothing is found."""
    return by_words.retrieve(query, limits, with_vectors=True)


ALGORITHM = Algorithm("hybrid", _("Words and vectors"), retrieve)
