"""Contradicting negations: the answer says no where its source says yes, or the other way round."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from apps.chat.contradictions.content_words import content_words, is_english
from apps.text.grammar.negation_words import IMPLICIT_NEGATIONS, is_negated, strip_negations

# What can stand for a "nicht" in other words: unzulässig, gebührenfrei, kostenlos, abgelehnt, nur mit Termin …
DENYING = re.compile(
    # Two letters: a glance that passes over numbers and enumerations.
    rf"\b(?=[^\W\d]{{2}})(?:{IMPLICIT_NEGATIONS}|un(?!ter|ser|ten|iver|ion|gefähr|mittelbar|bedingt|längst)\w{{3,60}}|\w{{3,40}}(?:frei|los|leer)(?:e[mnrs]?)?"
    r"|aus(?:zu)?schl(?:uss|üss|ieß|oss)\w*|ausgenommen\w*|entf[aä]ll\w*|erlisch\w*|ab(?:ge)?lehn\w*|lehn\w*|verlier\w*|ruht"
    r"|fehl\w*|mangel\w*|nur|erst|lediglich|ausschließlich|allein\w*|außer\w*|statt\w*|sondern|höchstens|maximal|längstens"
    r"|frei|geschlossen\w*|gesperrt\w*|freiwillig\w*|exempt\w*|free|except\w*|only|unless|den(?:y|ied|ies)|reject\w*|lack\w*|fail\w*"
    r"|impossible|invalid|at\s+most)\b",
    re.IGNORECASE,
)
# What denies in a word of its own, and would be false where its page denies nothing.
OUTRIGHT = re.compile(
    r"\b(?:un(?:zulässig|gültig|möglich|wirksam|entgeltlich|begründet)\w*|verboten\w*|untersagt\w*|ausgeschlossen\w*"
    r"|(?:kosten|gebühren|steuer|beitrags)(?:los|frei)\w*|prohibited|forbidden|free\s+of\s+charge)\b",
    re.IGNORECASE,
)
CLAUSE = re.compile(r"[,;:()\n–—|]+|\b(?:aber|sondern|jedoch|doch|but|however)\b", re.IGNORECASE)

LEAST_SHARE_OF_CLAUSE = 0.5
LEAST_SHARE_OF_LOST = 0.6
FEWEST_WORDS_OF_LOST = 2
SHARED_BEGINNING = 5
"""Letters of a word that its verb and its noun have in common."""


def contains_outright_denial(text: str) -> bool:
    """Whether it holds words that say no and nothing less: "nicht", "verboten", "kostenlos"."""
    return is_negated(text) or OUTRIGHT.search(text) is not None


def adds_negation(claim: str, quoted: Sequence[str], said: Iterable[str]) -> bool:
    """True when the claim denies something that no sentence of its sources denies.

    A sentence supports it when it denies anything, in whatever words, and shares half of what the clause is about. Of
    a quoted one the first is enough for "verboten" and its like: they often take the place of a whole clause. Where the
    sources are in another language there are no words to share.
    """
    parts = [clause for clause in clauses(claim) if is_negated(clause)]
    if not any(map(contains_denial, quoted)):
        parts += [clause for clause in clauses(claim) if OUTRIGHT.search(clause)]
    if not parts:
        return False
    whole = content_words(without_denials(claim))
    denying = [denial for sentence in (*quoted, *said) if (denial := parse_denial(sentence))]
    if not denying or is_english(claim) != (sum(denial.is_english for denial in denying) * 2 > len(denying)):
        return not denying
    if any(shares_word_beginnings(whole, denial.words) for sentence in quoted if (denial := parse_denial(sentence))):
        return False
    denied = [content_words(without_denials(part)) for part in parts]
    return any(
        not any(shares_half_of_words(part, one.words) or shares_half_of_words(whole, one.words) for one in denying)
        for part in denied
    )


@dataclass(frozen=True, slots=True)
class Denial:
    """What a sentence of a page that denies something is about."""

    words: frozenset[str]
    is_english: bool


@lru_cache(maxsize=1024)
def parse_denial(sentence: str) -> Denial | None:
    """Kept, because each claim about a page is compared with all its sentences."""
    return Denial(content_words(sentence), is_english(sentence)) if contains_denial(sentence) else None


def without_denials(text: str) -> str:
    return OUTRIGHT.sub(" ", strip_negations(text))


def drops_negation(claim: str, quoted: Iterable[str]) -> bool:
    """True when a quoted sentence denies exactly what the claim says, and the claim denies nothing."""
    if contains_denial(claim):
        return False
    words = content_words(claim)
    parts = [clause for sentence in quoted for clause in clauses(sentence)]
    if any(overlap(content_words(part), words) >= LEAST_SHARE_OF_LOST for part in parts if not contains_denial(part)):
        return False
    return any(is_negated(part) and contains_most_words(words, content_words(strip_negations(part))) for part in parts)


def contains_most_words(words: frozenset[str], part: frozenset[str]) -> bool:
    return len(part) >= FEWEST_WORDS_OF_LOST and overlap(part, words) >= LEAST_SHARE_OF_LOST


def contains_denial(text: str) -> bool:
    return is_negated(text) or DENYING.search(text) is not None


def clauses(text: str) -> Sequence[str]:
    return [part for part in CLAUSE.split(text) if part.strip()]


def shares_half_of_words(wanted: frozenset[str], offered: frozenset[str]) -> bool:
    """Half of the words, at least one; "zulässig" is found in "unzulässig", too."""
    if not wanted:
        return True
    found = sum(1 for word in wanted if word in offered or f"un{word}" in offered)
    return found > 0 and found >= LEAST_SHARE_OF_CLAUSE * len(wanted)


def shares_word_beginnings(wanted: frozenset[str], offered: frozenset[str]) -> bool:
    """ "Bestattet" and "Bestattung": half of the words begin as one of the others does."""
    beginnings = {word[:SHARED_BEGINNING] for word in offered}
    found = sum(word[:SHARED_BEGINNING] in beginnings for word in wanted)
    return found > 1 and found >= LEAST_SHARE_OF_CLAUSE * len(wanted)


def overlap(part: frozenset[str], words: frozenset[str]) -> float:
    return len(part & words) / len(part) if part else 0.0
