"""Withholds language models from a rewrite where the rules of the service do; config fills the hook at the start."""

from collections.abc import Callable
from dataclasses import replace

from apps.simplify.rewriting.rewrite_setup import RewriteSetup

HOOKS: dict[str, Callable[[str], str]] = {}
"""`reason` says why no model may be asked, empty when one may; it is told the fingerprint of a visitor who is limited.
May query the database, and counts the rewrite as a question."""


def affordable(setup: RewriteSetup, visitor: str = "") -> RewriteSetup:
    """Without the models, by the built-in rules alone, where they are switched off or the day's budget is spent."""
    reason = HOOKS["reason"](visitor) if "reason" in HOOKS else ""
    return replace(setup, writers=(setup.stand_in,), withheld=reason) if reason else setup
