"""The admin of retrieval: profiles, their uses, their wordings of prompts, and trying a question out.

Each file registers its own classes; importing this package registers all of them.

May import from this app: algorithms, its root, query, search, setup.
"""

from apps.retrieval.admin import own_prompt_wordings, profiles

__all__ = ["own_prompt_wordings", "profiles"]
