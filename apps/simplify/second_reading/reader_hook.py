"""The hook for a second reader of sentences that no rule derives: config fills it when the project starts."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager

IsFaithful = Callable[[str, str], Awaitable[bool]]
"""Original and rewrite in; true when a reader who was measured finds that each follows from the other, and no rule
objects. Raises nothing."""
OpenReader = Callable[[], AbstractAsyncContextManager[IsFaithful]]
"""For one text; what was used is written down when the text has ended."""

HOOKS: dict[str, Callable[[bool], OpenReader | None]] = {}
"""`reader` is sync, may query the database, and gives None where nobody is measured. It is told whether the text stays
in the house."""


def current_second_reader(*, in_house: bool) -> OpenReader | None:
    return HOOKS["reader"](in_house) if "reader" in HOOKS else None
