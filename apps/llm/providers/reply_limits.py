"""How long a reply may become by what it is for: a model that runs in circles is not paid for to its own limit."""

from collections.abc import Mapping

from apps.llm.models import Purpose

MOST_TOKENS: Mapping[str, int] = {Purpose.SUMMARISE: 600, Purpose.TAG: 300, Purpose.REPHRASE: 200, Purpose.ROUTE: 100}
"""Twice and more of what the prompts ask for (100 words, ten keywords, one question); others may use the model's own
limit."""


def reply_limit(purpose: str, model_limit: int, *, thinks: bool) -> int:
    """Tokens. A model that thinks before it answers needs room for its thoughts: it has its own limit."""
    return model_limit if thinks else min(model_limit, MOST_TOKENS.get(purpose, model_limit))
