"""Withholds language models from a rewrite where the rules of the service do; config fills the hook at the start."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # The start of every process fills the hook, and few rewrite anything.
    from apps.simplify.rewriting.load_rewrite_setup import RewriteSetup

HOOKS: dict[str, Callable[[str | None], str]] = {}
"""`reason` says why no model may be asked, empty when one may; it is told the fingerprint of a visitor who is limited,
empty for others by REST, and None for staff. May query the database, and counts the rewrite as a question; none of
staff."""


def withhold_models_if_limited(setup: "RewriteSetup", visitor: str | None = None) -> "RewriteSetup":
    """Leaves the built-in rules alone where models are switched off, the day's budget is spent or a limit for questions
    is reached. `visitor` is None for staff, whom no such limit holds for."""
    reason = HOOKS["reason"](visitor) if "reason" in HOOKS else ""
    return replace(setup, writers=(setup.stand_in,), withheld=reason) if reason else setup
