"""Built-in models for demos, tests and outages: no key, no network, always the same result.

They do not pretend to understand. Answers are sentences quoted from the sources, summaries are sentences of the
document, vectors compare spelling. Screens show their names.

May import from this app: its root, offline.questions, offline.unit_selection, prompt_definitions, prompts, providers.
"""

from apps.llm.offline.language_model import OfflineLanguageModel
from apps.llm.offline.spelling_embedder import OfflineEmbedder

__all__ = ["OfflineEmbedder", "OfflineLanguageModel"]
