"""The maximum number of output tokens by kind of call, so that a model that runs in circles stays cheap."""

from collections.abc import Mapping

from apps.llm.models import Purpose

MOST_TOKENS: Mapping[str, int] = {Purpose.SUMMARISE: 600, Purpose.TAG: 300, Purpose.REPHRASE: 200, Purpose.ROUTE: 100}
"""Twice and more of what the prompts ask for (100 words, ten keywords, one question); others may use the model's own
limit."""
SHARES_WINDOW = (Purpose.ANSWER, Purpose.REDUCE)
"""Purposes whose prompts fill three quarters of the window with sources."""


def reply_limit(purpose: str, model_limit: int, window: int, *, thinks: bool) -> int:
    """Tokens. A model that thinks before it answers needs room for its thoughts: it has its own limit.

    `window`: the model's context, which prompt and reply share; servers refuse what would not fit into it.
    """
    share = window // 4 if purpose in SHARES_WINDOW else window // 2
    most = min(model_limit, share)
    return most if thinks else min(most, MOST_TOKENS.get(purpose, most))
