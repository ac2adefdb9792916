"""The levels of proof, and a sentence of an answer with its level."""

import re
from dataclasses import dataclass
from enum import StrEnum

from apps.chat.proof.derive_from_quotes import sentence_with_restrictions, unique_items
from apps.chat.proof.types import ProvedCitation

WORD = re.compile(r"\w")


class ProofLevel(StrEnum):
    """From best to worst. Only the first two may be called proved."""

    DERIVED = "verbatim"
    """Follows from its quotes by rules, in their words or in others. The stored name, which interfaces show, is from
    when only the words of the quote counted."""
    CHECKED = "checked"
    QUOTED = "quoted"
    CONTRADICTED = "contradicted"
    WITHOUT_SOURCE = "without_source"


PROVED_LEVELS = frozenset({ProofLevel.DERIVED, ProofLevel.CHECKED})


@dataclass(frozen=True, slots=True)
class LeveledSentence:
    """`citations` are the numbers readers see; `quotes` what stands on the cited pages."""

    text: str
    level: ProofLevel
    citations: tuple[int, ...] = ()
    differences: tuple[str, ...] = ()
    quotes: tuple[str, ...] = ()
    claim: str = ""
    """What a second reader may be asked, such as a list item with the line that leads to it; empty where the level
    stays as it is."""
    proofs: tuple[ProvedCitation, ...] = ()
    """Those around which the second reader reads."""

    @property
    def stated(self) -> list[str]:
        """The sentences of the cited pages around the quotes, for the second reader; read when they are asked for."""
        return unique_items(sentence_with_restrictions(proof) for proof in self.proofs)

    @property
    def has_words(self) -> bool:
        return bool(WORD.search(self.text))

    def as_json(self) -> dict[str, object]:
        """The object of the contract: text, level, numbers of the citations, unexplained differences."""
        return {
            "text": self.text,
            "level": str(self.level),
            "citations": list(self.citations),
            "differences": list(self.differences),
        }
