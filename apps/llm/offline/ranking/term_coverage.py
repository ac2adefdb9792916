"""How well a text covers the terms of a question, and the weight of each term."""

import math
from collections.abc import Collection, Sequence
from pathlib import Path

from apps.llm.offline.ranking.candidate_unit import UnitStems
from apps.llm.offline.ranking.question_synonyms import are_synonyms, synonym_stems
from apps.text.word_stems import common_prefix_length, fold, stem

GENERAL_STEMS = frozenset(
    stem(fold(word)) for word in (Path(__file__).parent / "general_words.txt").read_text("utf-8").split()
)
"""Stems of nouns that stand in texts about anything."""

LEAD_SHARE = 0.85
AROUND_SHARE = 0.6
TITLE_SHARE = 0.6
PAGE_SHARE = 0.4
ELSEWHERE_SHARE = 0.6
LEAST_NAMED = 0.6
IN_PARTS = 0.8
"""For "Begrünung von Dächern" where the question says "Dachbegrünung"."""
SHORTEST_MISSPELT = 6
"""Letters of a stem from which on a slip makes no other word of it."""
NAMED = 0.7
LEAST_SAID = 0.5
SHORTEST_MODIFIER = 3
"""Letters of the first part of a compound: fewer tell nothing."""
SHORTEST_PART = 4
"""Characters a word must have to be looked for inside a longer one ("Gebühr" in "Gebührenordnung")."""
SAME, HEAD, MODIFIER, INSIDE, ALIKE, SYNONYM = 1.0, 0.8, 0.7, 0.5, 0.6, 0.7
PART_OF_TERM = 0.2
"""For a word that only begins a compound of the question: a page about the "Stadt" is not about the "Stadtmuseum"."""
OTHER_WORDS = 0.5
"""What a verb or adjective of the question weighs beside a noun: they are the first to be said in other words."""


class TermCoverage:
    """Made once for a question and all units; `coverage` is then cheap."""

    def __init__(self, terms: Sequence[str], stems: Sequence[UnitStems], nouns: Sequence[str] = ()) -> None:
        # Units of a page have its words in common: each set of words is joined, and asked for a term, only once.
        parts = {part for place in stems for part in (place.page, place.title, place.lead)}
        words = frozenset[str]().union(*parts)
        self._shares = {term: similarities_by_word(term, words) for term in terms}
        self._known: dict[str, dict[frozenset[str], float]] = {term: {} for term in self._shares}
        self._known_in_units: dict[str, dict[frozenset[str], float]] = {term: {} for term in self._shares}
        self._shares_in: dict[frozenset[str], float] = {}
        self._coverages: dict[UnitStems, float] = {}
        of_nouns = frozenset(nouns)
        self._weights = {
            term: self._weight(term, stems) * (1.0 if term in of_nouns or not term.isalpha() else OTHER_WORDS)
            for term in terms
        }
        self._total = sum(self._weights.values())
        # What is said nowhere adds nothing to any sum.
        self._said = {term: weight for term, weight in self._weights.items() if self._shares[term]}

    def _weight(self, term: str, stems: Sequence[UnitStems]) -> float:
        share = self._shares[term].keys()
        containing = sum(1 for place in stems if not share.isdisjoint(place.own))
        return math.log(1 + len(stems) / max(containing, 0.5))

    def coverage(self, stems: UnitStems) -> float:
        """Between 0 and 1."""
        known = self._coverages.get(stems)
        if known is None:
            covered = sum(weight * self._covered(term, stems) for term, weight in self._said.items())
            known = self._coverages[stems] = covered / self._total
        return known

    def share_in(self, words: frozenset[str]) -> float:
        """Returns the coverage by these words alone."""
        known = self._shares_in.get(words)
        if known is None:
            said = sum(weight * self._best(term, words) for term, weight in self._said.items())
            known = self._shares_in[words] = said / self._total
        return known

    def share_own(self, terms: Sequence[str], stems: UnitStems) -> float:
        """The share of these terms' weights that the unit itself says."""
        total = sum(self._weights[term] for term in terms)
        return sum(self._weights[term] * self._in_unit(term, stems) for term in terms) / total if total else 0.0

    def share_added(self, stems: UnitStems, others: UnitStems) -> float:
        """The share of the terms' weights that another unit says beyond what this one says."""
        added = (
            weight * max(0.0, self._best(term, others.own) - self._in_unit(term, stems))
            for term, weight in self._said.items()
        )
        return sum(added) / self._total

    def names(self, term: str, stems: UnitStems) -> bool:
        """True when the unit itself says the term."""
        return self._in_unit(term, stems) >= NAMED

    def counts(self, term: str, stems: UnitStems) -> bool:
        """True when the unit, or the line that leads to it, says what is counted, in another word at least."""
        return self.share_named_or_led(term, stems) >= LEAST_NAMED

    def is_said_by(self, term: str, words: Collection[str]) -> bool:
        """True when one of these stems says the term, in another word at least."""
        shares = self._shares[term]
        return any(shares.get(word, 0.0) >= LEAST_NAMED for word in words)

    def share_named(self, term: str, stems: UnitStems) -> float:
        """How nearly the unit itself says the term, between 0 and 1."""
        return self._in_unit(term, stems)

    def share_named_or_led(self, term: str, stems: UnitStems) -> float:
        """How nearly the unit or the line that leads to it says the term, between 0 and 1."""
        return max(self._in_unit(term, stems), self._best(term, stems.lead))

    def names_all(self, terms: Sequence[str], stems: UnitStems) -> bool:
        """True when the page says each of the terms, in another word at least."""
        return all(self._on_page(term, stems) >= LEAST_NAMED for term in terms if term in self._shares)

    def names_head_only(self, term: str, stems: UnitStems, *, is_near: bool = False) -> bool:
        """True when the page says no more of a compound than its head ("Änderung" of "Namensänderung"); `is_near`: when
        the unit, its heading, its neighbours and the title say no more."""
        said = stems.own | stems.lead | stems.around | stems.title if is_near else stems.page | stems.title | stems.lead
        alike = [word for word, share in self._shares.get(term, {}).items() if share >= LEAST_NAMED and word in said]
        if not alike or not all(is_compound_head(word, term) for word in alike):
            return False
        modifier = term.removesuffix(max(alike, key=len))
        return len(modifier) >= SHORTEST_MODIFIER and not any(is_modifier(word, modifier) for word in said)

    def begins_with(self, terms: Sequence[str], stems: UnitStems) -> bool:
        """True when one of the terms stands among the first words of the unit."""
        return any(self._best(term, stems.begin) >= LEAST_NAMED for term in terms if term in self._shares)

    def names_any_near(self, terms: Sequence[str], stems: UnitStems) -> bool:
        """True when the unit, its heading, a neighbour or the title says one of the terms, or there is none."""
        known = [term for term in terms if term in self._shares]
        return not known or any(self._near(term, stems) >= LEAST_NAMED for term in known)

    def share_unsaid(self, terms: Sequence[str], stems: UnitStems) -> float:
        """The share of these terms that neither the page nor its title says in any word."""
        unsaid = [max(self._best(term, stems.page), self._best(term, stems.title)) < LEAST_SAID for term in terms]
        return sum(unsaid) / len(unsaid) if unsaid else 0.0

    def in_title(self, term: str, stems: UnitStems) -> bool:
        return self._best(term, stems.title) >= NAMED

    def _on_page(self, term: str, stems: UnitStems) -> float:
        return max(self._near(term, stems), ELSEWHERE_SHARE * self._best(term, stems.page))

    def _near(self, term: str, stems: UnitStems) -> float:
        return max(
            self._in_unit(term, stems), *(self._best(term, said) for said in (stems.lead, stems.around, stems.title))
        )

    def _covered(self, term: str, stems: UnitStems) -> float:
        return max(
            self._in_unit(term, stems),
            LEAD_SHARE * self._best(term, stems.lead),
            AROUND_SHARE * self._best(term, stems.around),
            TITLE_SHARE * self._best(term, stems.title),
            PAGE_SHARE * self._best(term, stems.page),
        )

    def _best(self, term: str, words: frozenset[str]) -> float:
        """Remembered, because all units of a page ask for the same page and title."""
        of_term = self._known[term]
        known = of_term.get(words)
        if known is None:
            share = self._shares[term]
            known = of_term[words] = max([share[word] for word in share.keys() & words], default=0.0)
        return known

    def _in_unit(self, term: str, stems: UnitStems) -> float:
        """Returns `_best` by the unit's own words, two of which may say a compound between them."""
        of_term = self._known_in_units[term]
        known = of_term.get(stems.own)
        if known is None:
            known = self._best(term, stems.own)
            if known < IN_PARTS and says_both_parts(term, self._shares[term].keys() & stems.own):
                known = IN_PARTS
            of_term[stems.own] = known
        return known


def is_compound_head(word: str, term: str) -> bool:
    # "ausweis" loses its last letter as if it were an ending, "personalausweise" does not.
    return word != term and term.endswith((word, f"{word}s")) and not are_synonyms(term, word)


def says_both_parts(term: str, words: Collection[str]) -> bool:
    """Whether two of these words are the beginning and the end of a compound."""
    heads = [word for word in words if len(word) < len(term) and term.endswith(word)]
    return any(is_modifier(word, term.removesuffix(head)) for head in heads for word in words if word != head)


def is_modifier(word: str, modifier: str) -> bool:
    """Whether the stem is the first part of a compound, or begins with it; the part may end with what joins both.

    "Personen" are none of the "Personalausweis".
    """
    parts = {stem(modifier), stem(modifier.removesuffix("s"))}
    return any(len(part) >= SHORTEST_MODIFIER and word.startswith(part) for part in parts)


def similarities_by_word(term: str, words: Collection[str]) -> dict[str, float]:
    """The likeness of each of the words that has any; words one slip of the pen away where nothing else is alike."""
    synonyms, begin = synonym_stems(term), term[:SHORTEST_PART]
    # Nearly all words of the sources have nothing in common with a term: no call for each of them.
    near = [word for word in words if word != term and (word[:SHORTEST_PART] == begin or term in word or word in term)]
    shares = {word: share for word in near if (share := stem_similarity(term, word))}
    shares |= dict.fromkeys(synonyms.intersection(words), SYNONYM)
    if term in words:
        shares[term] = SAME
    if len(term) < SHORTEST_MISSPELT or max(shares.values(), default=0.0) >= LEAST_NAMED:
        return shares
    return shares | {word: ALIKE for word in words if is_misspelt(term, word)}


def is_misspelt(term: str, word: str) -> bool:
    """Whether one letter too many, too few, wrong or in the place of its neighbour makes the difference."""
    if term[0] != word[0] or abs(len(term) - len(word)) > 1 or not word.isalpha():
        return False
    begin = common_prefix_length(term, word)
    end = common_prefix_length(term[: begin - 1 : -1], word[: begin - 1 : -1])
    different, other = term[begin : len(term) - end], word[begin : len(word) - end]
    return max(len(different), len(other)) <= 1 or (different == other[::-1] and len(other) == 2)


def stem_similarity(term: str, word: str) -> float:
    """Less than 1 for parts of compounds and words that begin alike, 0 for others. Both are stems, and different."""
    if not term.isalpha() or not word.isalpha():
        return 0.0
    if len(term) >= SHORTEST_PART and term in word:
        # The head of a German compound comes last: a "Baumgrab" is a "Grab", a "Grabmal" is not.
        return HEAD if word.endswith(term) else MODIFIER if word.startswith(term) else INSIDE
    if len(word) >= SHORTEST_PART and word in term:
        return ALIKE if term.endswith(word) else PART_OF_TERM if term.startswith(word) and term.isascii() else INSIDE
    if term[:SHORTEST_PART] != word[:SHORTEST_PART]:
        return 0.0
    return ALIKE if common_prefix_length(term, word) >= 0.7 * max(len(term), len(word)) else 0.0
