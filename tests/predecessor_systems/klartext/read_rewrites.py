"""Rewrites as rows: what an office wrote, a faithful rewrite, a damaged one, and the words that show the damage."""

from pathlib import Path
from typing import NamedTuple

from apps.simplify.checks.check_all import check_rewrite
from apps.simplify.checks.protected_words import ProtectedWords

THROUGH_SERVICE = 3
"""Rows at the top that go through the whole service; of the others the checks decide, which are asked directly."""


class Rewrite(NamedTuple):
    before: str
    faithful: str
    damaged: str
    sign: str
    case: str = ""


def read_rewrites(name: str) -> list[Rewrite]:
    lines = Path(__file__).with_name(name).read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    return [Rewrite(*row) for row in rows[1:]]


def kinds_of_violations(before: str, after: str) -> list[str]:
    return [violation.kind for violation in check_rewrite(before, after, ProtectedWords.of([]))]
