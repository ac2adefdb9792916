"""Majority of a critic's votes: their number made odd, a strict majority of those asked for."""

from collections.abc import Sequence

from apps.evaluation.statistics.parse_verdict import json_objects_in_text, lowercase_keys

VERDICT = "verdict"
YES = frozenset({"1", "true", "yes", "ja", "erfüllt", "met", "はい"})
NO = frozenset({"0", "false", "no", "nein", "nicht erfüllt", "not met", "いいえ"})
REASONS = ("reason", "begründung", "comment")


class UnreadableVote(ValueError):  # noqa: N818 - a state, counted as such
    """The reply holds no yes and no no."""


def odd_number(votes: int) -> int:
    """The number itself, or the next one that is odd: an even number of votes can end in a tie."""
    return votes + 1 - votes % 2


def majority_of(votes: Sequence[bool | None]) -> bool | None:
    """What more than half of all votes say, else None. An unreadable vote (None) helps neither side but is counted.

    Example: yes, yes, no is yes; yes, no, None has no majority.
    """
    for verdict in (True, False):
        if 2 * sum(vote is verdict for vote in votes) > len(votes):
            return verdict
    return None


def parse_vote(text: str) -> tuple[bool, str]:
    """The verdict and its reason, from the last object that has one. Raises UnreadableVote."""
    for data in map(lowercase_keys, json_objects_in_text(text)):
        said = str(data.get(VERDICT)).strip().lower()
        if said in YES | NO:
            return said in YES, next((str(data[name]) for name in REASONS if data.get(name)), "")
    raise UnreadableVote("the reply holds no verdict")
