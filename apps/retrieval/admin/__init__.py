"""The admin of retrieval: profiles, their uses, and trying a question out.

Each file registers its own classes; importing this package registers all of them.

May import from this app: algorithms, its root, query, search.
"""

from apps.retrieval.admin import profiles

__all__ = ["profiles"]
