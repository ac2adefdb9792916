"""The hook through which channels simplify answers; config sets it at startup, because chat may not import simplify."""

from collections.abc import Awaitable, Callable

Simplify = Callable[[str, str], Awaitable[str]]
"""Text and language in, text with its label out. Raises ModelError, ValueError with a sentence for people."""

HOOKS: dict[str, Simplify] = {}


def simplify_hook() -> Simplify | None:
    return HOOKS.get("simplify")
