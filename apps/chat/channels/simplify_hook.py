"""What channels can do but apps beside or above this one know how: config fills this when the project starts."""

from collections.abc import Awaitable, Callable

Simplify = Callable[[str, str], Awaitable[str]]
"""Text and language in, text with its label out. Raises ModelError, ValueError with a sentence for people."""

HOOKS: dict[str, Simplify] = {}


def simplify_hook() -> Simplify | None:
    return HOOKS.get("simplify")
