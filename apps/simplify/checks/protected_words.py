"""Protected words: found in all their forms, compared character for character.

A list holds words as people write them. A rule knows their forms: endings of case (Widerspruchs), compounds
(Widerspruchsfrist, Räumungsklage), hyphens, a capital at the beginning of a sentence. "Anklage" and "beklagen" hold the
letters of "Klage" and are other words. Nothing an editor types becomes a pattern: words are looked up in dictionaries.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from apps.simplify.text.phrase_trie import PhraseNode
from apps.simplify.text.possible_base_forms import possible_roots
from apps.simplify.text.rewrite_fidelity_violation import Violation, missing_values, pair_violations

TOKEN = re.compile(r"[^\W_]+(?:[-‐‑·'’./&][^\W_]+)*|[§&%]")
LINKS = ("", "s", "es", "n", "en", "er", "e", "-", "s-", "ens", "·")
"""Between the parts of a compound."""
# A word before one of these is no compound: be-klagen, An-klage, Ver-trag.
PREFIXES = frozenset(
    """
    ab an auf aus be bei da dar durch ein ent er fort ge gegen her hin hinter in los miss mit nach nieder ob über um un
    unter ur ver vor voran wahr weg weiter wider wieder zer zu zurück zusammen
    """.split()  # noqa: SIM905 - a list of words to be read
)
SHORTEST_IN_COMPOUND = 4
"""Letters a protected word needs to be looked for inside compounds: abbreviations would be everywhere."""
LONGEST_TOKEN = 80
LONGEST_PHRASE = 40
"""Words; titles of laws are long."""
FARTHEST_PREFIX = 25
"""Words after a verb in which its prefix is looked for."""
SENTENCE_END = re.compile(r"[.!?]\s")
CLAUSE_END = re.compile(r"\s*(?:[.,;:!?)\"“]|$|und\b|oder\b)")
MOST_KNOWN = 50_000


@dataclass(frozen=True, slots=True)
class Occurrence:
    """`term` as in the list, `surface` as in the text."""

    term: str
    surface: str
    start: int
    end: int


@dataclass(slots=True)
class ProtectedWords:
    """Built once for a state of the lists; looking words up costs a few dictionary reads for each word of the text."""

    terms: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """What it was built from."""
    single: dict[str, str] = field(default_factory=dict)
    """Spelling -> term, for words without blanks."""
    phrases: PhraseNode = field(default_factory=PhraseNode)
    """Words with blanks, as a tree: each level is the next word in lower case."""
    inside: dict[str, str] = field(default_factory=dict)
    """Spelling in lower case -> term, for words that are looked for in compounds."""
    lengths: tuple[int, ...] = ()
    beginnings: frozenset[str] = frozenset()
    """First letters of the words that are looked for in compounds: most tokens are done with after one look."""
    ends: frozenset[str] = frozenset()
    openings: dict[str, PhraseNode | None] = field(default_factory=dict)
    known: dict[str, str | None] = field(default_factory=dict)
    """Tokens that were looked up already: a text repeats most of its words."""
    starts: set[str] = field(default_factory=set)
    """How words and phrases begin, in lower case: endings change nothing there."""
    others: set[str] = field(default_factory=set)
    """Tokens with which no occurrence begins: most texts hold no protected word at all."""

    @classmethod
    def of(cls, terms: Iterable[tuple[str, Sequence[str]]]) -> "ProtectedWords":
        """`terms`: each word with further spellings of it, such as the forms of a verb."""
        words = cls(tuple((term, tuple(forms)) for term, forms in terms))
        for term, forms in words.terms:
            for spelling in (term, *forms):
                words.add(spelling, term)
        words.lengths = tuple(sorted({len(spelling) for spelling in words.inside}, reverse=True))
        words.beginnings = frozenset(spelling[:SHORTEST_IN_COMPOUND] for spelling in words.inside)
        words.ends = frozenset(spelling[-SHORTEST_IN_COMPOUND:] for spelling in words.inside)
        return words

    def add(self, spelling: str, term: str) -> None:
        tokens = TOKEN.findall(spelling)
        if not tokens:
            return
        self.starts.add(token_beginning(tokens[0]))
        if len(tokens) > 1:
            self.phrases.add(tokens, term)
            return
        self.single.setdefault(tokens[0], term)
        if tokens[0].isalpha() and len(tokens[0]) >= SHORTEST_IN_COMPOUND and not tokens[0].isupper():
            self.inside.setdefault(tokens[0].lower(), term)

    def __bool__(self) -> bool:
        return bool(self.single or self.phrases.following)

    def find(self, text: str) -> list[Occurrence]:
        """All occurrences, the longest at each place, in their order."""
        if not self:
            return []
        # Each word is looked at once, however often the text has it; _find passes over those with which nothing begins.
        beginnings = [token for token in set(TOKEN.findall(text)) - self.others if self._may_begin(token)]
        return list(self._find(text)) if beginnings else []

    def _may_begin(self, token: str) -> bool:
        if self.term_of(token) is not None or self.opening(token) is not None:
            return True
        self.others.add(token)
        return False

    def opening(self, token: str) -> PhraseNode | None:
        """Returns where a phrase that begins with this token goes on."""
        if token not in self.openings:
            known = token_beginning(token) in self.starts
            self.openings[token] = self.phrases.next(token, first=True) if known else None
        return self.openings[token]

    def _find(self, text: str) -> Iterator[Occurrence]:
        tokens = list(TOKEN.finditer(text))
        position = 0
        while position < len(tokens):
            if tokens[position][0] in self.others:
                position += 1
                continue
            term, used = self._phrase(tokens, position)
            if not term and (split := self._separated(text, tokens, position)):
                verb, ending = tokens[position], split[1]
                yield Occurrence(split[0], f"{verb[0]} {ending[0]}", verb.start(), ending.end())
            elif not term:
                found = self.term_of(tokens[position][0])
                term, used = found or "", 1
            if term:
                start, end = tokens[position].start(), tokens[position + used - 1].end()
                yield Occurrence(term, " ".join(text[start:end].split()), start, end)
            position += used

    def _phrase(self, tokens: Sequence[re.Match[str]], position: int) -> tuple[str, int]:
        """The longest phrase that begins here, with its number of words."""
        node = self.opening(tokens[position][0])
        best = ("", 1)
        for length, token in enumerate(tokens[position + 1 : position + LONGEST_PHRASE], 2):
            node = node.next(token[0], first=False) if node else None
            if node is None:
                break
            if node.term:
                best = (node.term, length)
        return best

    def _separated(self, text: str, tokens: Sequence[re.Match[str]], position: int) -> tuple[str, re.Match[str]] | None:
        """A verb whose prefix closes the clause, with the prefix: "helfen dem Antrag nicht ab" for "helfen ab"."""
        node = self.opening(tokens[position][0])
        for token in tokens[position + 2 : position + FARTHEST_PREFIX] if node else ():
            if SENTENCE_END.search(text, tokens[position].end(), token.start()):
                return None
            if token[0] in PREFIXES and CLAUSE_END.match(text, token.end()):
                found = node.next(token[0], first=False) if node else None
                if found and found.term:
                    return found.term, token
        return None

    def term_of(self, token: str) -> str | None:
        """The protected word this token is a form or a compound of."""
        if token not in self.known:
            if len(self.known) > MOST_KNOWN:
                self.known.clear()
                self.openings.clear()
                self.others.clear()
            self.known[token] = None if len(token) > LONGEST_TOKEN else self._form(token) or self._compound(token)
        return self.known[token]

    def _form(self, token: str) -> str | None:
        if token_beginning(token) not in self.starts:
            return None
        for candidate in (token, token[:1].lower() + token[1:]):
            for root in possible_roots(candidate):
                if root in self.single and (root == candidate or len(root) > 2):
                    return self.single[root]
        return None

    def _compound(self, token: str) -> str | None:
        if not token[:1].isupper() and "-" not in token:
            return None
        return self._head(token.lower()) or self._tail(token.lower())

    def _head(self, token: str) -> str | None:
        """The term begins the compound: Widerspruch-s-frist."""
        if token[:SHORTEST_IN_COMPOUND] not in self.beginnings:
            return None
        for length in self.lengths:
            if length < len(token) and (term := self.inside.get(token[:length])):
                rest = token[length:]
                if any(rest.startswith(link) and len(rest) - len(link) >= 3 for link in LINKS):
                    return term
        return None

    def _tail(self, token: str) -> str | None:
        """The term ends the compound: Räumungs-klage. What stands before it must be a word, not a prefix."""
        for root in possible_roots(token):
            if root[-SHORTEST_IN_COMPOUND:] not in self.ends:
                continue
            for length in self.lengths:
                if length < len(root) and root[-length:] in self.inside and may_be_compound_modifier(root[:-length]):
                    return self.inside[root[-length:]]
        return None


def token_beginning(token: str) -> str:
    """No ending is taken off so short a beginning."""
    return token[:3].lower()


def may_be_compound_modifier(head: str) -> bool:
    """What stands before a hyphen is one, however short: U2-Verfahren."""
    return head.endswith("-") or (len(head) >= 3 and head not in PREFIXES)


def check(before: str, after: str, protected: ProtectedWords) -> list[Violation]:
    """Each spelling as often as before. The list's own spelling may stand for one of its forms, never the reverse."""
    if not protected or before == after:
        return []
    old, rewritten = protected.find(before), protected.find(after)
    if not old and not rewritten:
        return []
    return pair_violations("protected_word", lost_spellings(old, rewritten), invented_spellings(old, rewritten, before))


def lost_spellings(old: Sequence[Occurrence], rewritten: Sequence[Occurrence]) -> list[str]:
    before, after = count_spellings(old), count_spellings(rewritten)
    missing = missing_values(before, after)
    spare = Counter(after) - Counter(before)
    terms = {capitalise_first(found.surface): found.term for found in old}
    kept: list[str] = []
    for surface in missing:
        term = capitalise_first(terms[surface])
        if surface != term and is_inflected(surface, term) and spare[term] > 0:
            spare[term] -= 1
        else:
            kept.append(surface)
    return kept


def invented_spellings(old: Sequence[Occurrence], rewritten: Sequence[Occurrence], before: str) -> list[str]:
    """Spellings that the original does not have; the list's own is none of them if a form of it was there."""
    known = {capitalise_first(found.surface) for found in old}
    known |= {capitalise_first(found.term) for found in old if is_inflected(found.surface, found.term)}
    text = before.lower()
    found = [one.surface for one in rewritten if capitalise_first(one.surface) not in known]
    return [surface for surface in dict.fromkeys(found) if surface.lower() not in text]


def count_spellings(found: Sequence[Occurrence]) -> Counter[str]:
    return Counter(capitalise_first(one.surface) for one in found)


def capitalise_first(surface: str) -> str:
    return surface[:1].upper() + surface[1:]


def is_inflected(surface: str, term: str) -> bool:
    """Whether it is the same word in another case, not a compound of it."""
    return len(surface) <= len(term) + 3 and any(
        capitalise_first(root) == capitalise_first(term) for root in possible_roots(surface)
    )
