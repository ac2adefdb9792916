"""A part of a clause, such as a phrase with its preposition, its grammatical cases and what narrows it."""

from dataclasses import dataclass

NOMINATIVE, GENITIVE, DATIVE, ACCUSATIVE = "nom", "gen", "dat", "acc"
ALL_CASES = frozenset({NOMINATIVE, GENITIVE, DATIVE, ACCUSATIVE})
NOMINATIVE_OR_ACCUSATIVE = frozenset({NOMINATIVE, ACCUSATIVE})


@dataclass(frozen=True, slots=True)
class Part:
    """`mark` is the preposition, "np", "value", "adv" or "adj"; `scope` what narrows it; `words` the keys in order."""

    mark: str
    words: tuple[str, ...]
    scope: tuple[str, ...] = ()
    cases: frozenset[str] = ALL_CASES
    determiner: str = ""
    text: str = ""
    sign: str = ""
    """The comma or colon before it."""
    turned: bool = False
    """True when a rule gave it another case than its article tells."""

    @property
    def key(self) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
        return self.mark, self.scope, self.words

    @property
    def has_value(self) -> bool:
        return any(":" in word and not word.startswith("ordinal:") for word in self.words)
