"""Estimates the tokens of a call when the server did not say how many there were."""

from collections.abc import Sequence

from apps.llm.types import Message, Usage

TOKENS_PER_MESSAGE = 4
"""Role and separators, as servers count them."""


def estimate_usage(messages: Sequence[Message], text: str) -> Usage:
    from apps.text.estimate_tokens import estimate_tokens

    taken = sum(estimate_tokens(message.text) + TOKENS_PER_MESSAGE for message in messages)
    return Usage(taken, estimate_tokens(text), estimated=True)


def estimate_total_tokens(texts: Sequence[str]) -> int:
    from apps.text.estimate_tokens import estimate_tokens

    return sum(estimate_tokens(text) for text in texts)
