"""The admin of retrieval: profiles, their uses, their wordings of prompts, and trying a question out.

Each file registers its own classes; importing this package registers all of them.

May import from this app: algorithms, its root, query, search, preparation.
"""

from apps.retrieval.admin import profiles, prompt_wordings_per_model_or_profile

__all__ = ["profiles", "prompt_wordings_per_model_or_profile"]
