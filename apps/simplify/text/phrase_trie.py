"""A trie of protected phrases: each level is the next word in lower case."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from apps.simplify.text.possible_base_forms import possible_roots


@dataclass(slots=True)
class PhraseNode:
    """A node to which the words read so far lead; `term` when a phrase ends here."""

    following: dict[str, "PhraseNode"] = field(default_factory=dict)
    spellings: set[str] = field(default_factory=set)
    """How the word that leads here is written."""
    term: str = ""

    def add(self, tokens: Sequence[str], term: str) -> None:
        node = self
        for token in tokens:
            node = node.following.setdefault(token.lower(), PhraseNode())
            node.spellings.add(token)
        node.term = node.term or term

    def next(self, token: str, *, first: bool) -> "PhraseNode | None":
        lowered = token.lower()
        found = self.following.get(lowered)
        if found is None:
            found = next((self.following[root] for root in possible_roots(lowered) if root in self.following), None)
        return found if found is not None and found.fits(token, first=first) else None

    def fits(self, token: str, *, first: bool) -> bool:
        """Capitals count, but for the first letter of the first word: ehrenamtlich Tätige."""
        return first or any(token[:1] == spelling[:1] for spelling in self.spellings)
