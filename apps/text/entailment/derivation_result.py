"""The result of a derivation: how a sentence stands to its source, by which rules, and what no rule explains."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """For a sentence of an answer: VERBATIM to UNRELATED. For a rewrite: UNCHANGED to LOST."""

    VERBATIM = "verbatim"
    DERIVED = "derived"
    UNEXPLAINED = "unexplained"
    CONTRADICTED = "contradicted"
    UNRELATED = "unrelated"
    UNCHANGED = "unchanged"
    PLEASE_READ = "please_read"
    LOST = "lost"


PROVED = frozenset({Level.VERBATIM, Level.DERIVED, Level.UNCHANGED})


@dataclass(frozen=True, slots=True)
class Difference:
    """`kind` such as modality, number, negation, word; `source` or `claim` is empty when that side has nothing."""

    kind: str
    source: str
    claim: str
    opposite: bool = False
    """True when the claim surely says otherwise; not part of what is shown."""

    def as_json(self) -> dict[str, str]:
        return {"kind": self.kind, "source": self.source, "claim": self.claim}

    def __str__(self) -> str:
        return f"{self.source or '∅'} -> {self.claim or '∅'}"


@dataclass(frozen=True, slots=True)
class Derivation:
    """`licences` names the rules that explain every difference, in the order of the sentence, without repetition."""

    level: Level
    licences: tuple[str, ...] = ()
    differences: tuple[Difference, ...] = ()
    quote: int | None = None
    """Index of the quote it was compared with, from 0."""

    @property
    def proved(self) -> bool:
        return self.level in PROVED

    def __str__(self) -> str:
        lines = [str(self.level)]
        lines += [f"  licensed: {licence}" for licence in self.licences]
        lines += [f"  not licensed: {difference.kind}: {difference}" for difference in self.differences]
        return "\n".join(lines)


def drop_repetitions(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))
