"""Does the answer say no where its source says yes, or the other way round? Compared clause by clause. Pure."""

import re
from collections.abc import Iterable, Sequence

from apps.chat.words_of_claims import content_words

STRICT = re.compile(
    r"\b(?:nicht|nichts|nie|niemals|niemand\w*|kein\w{0,3}|ohne|weder|not|no|nothing|never|nobody|neither|without"
    r"|cannot|\w+n['’]t)\b",
    re.IGNORECASE,
)
# They deny no more than "höchstens" or "auch" does.
HARMLESS = re.compile(
    r"\b(?:nicht\s+(?:nur|zuletzt|mehr\s+als|weniger\s+als|länger\s+als|älter\s+als|später\s+als|zuletzt|selten)"
    r"|not\s+(?:only|more\s+than|less\s+than|longer\s+than|later\s+than|least)|no\s+(?:more|less|later)\s+than)\b",
    re.IGNORECASE,
)
# What can stand for a "nicht" in other words: unzulässig, gebührenfrei, kostenlos, abgelehnt, nur mit Termin …
DENYING = re.compile(
    r"\b(?:un\w{3,}|\w{3,}(?:frei|los|leer)(?:e[mnrs]?)?|ausgeschlossen\w*|ausgenommen\w*|entf[aä]ll\w*|erlisch\w*|erlosch\w*"
    r"|befrei\w*|verbot\w*|verbiet\w*|untersag\w*|ab(?:ge)?lehn\w*|lehn\w*|verweiger\w*|versag\w*|verzicht\w*|verlier\w*|ruht"
    r"|fehl\w*|mangel\w*|nur|erst|lediglich|ausschließlich|allein\w*|außer\w*|statt\w*|sondern|höchstens|maximal|längstens"
    r"|exempt\w*|free|except\w*|only|unless|prohibit\w*|forbid\w*|refus\w*|den(?:y|ied|ies)|reject\w*|lack\w*|fail\w*"
    r"|impossible|invalid|at\s+most)\b",
    re.IGNORECASE,
)
CLAUSE = re.compile(r"[,;:()\n–—|]+|\b(?:aber|sondern|jedoch|doch|but|however)\b", re.IGNORECASE)

LEAST_SHARE_OF_CLAUSE = 0.5
LEAST_SHARE_OF_LOST = 0.6
FEWEST_WORDS_OF_LOST = 2


def is_negated(text: str) -> bool:
    return STRICT.search(HARMLESS.sub(" ", text)) is not None


def added(claim: str, sentences: Iterable[str]) -> bool:
    """True when the claim denies something that no sentence of its sources denies.

    A sentence supports it when it denies anything, in whatever words, and shares half of what the clause is about.
    """
    denied = [content_words(STRICT.sub(" ", clause)) for clause in clauses(claim) if is_negated(clause)]
    if not denied:
        return False
    whole = content_words(STRICT.sub(" ", claim))
    denying = [content_words(sentence) for sentence in sentences if denies(sentence)]
    return any(not any(shares(clause, words) or shares(whole, words) for words in denying) for clause in denied)


def lost(claim: str, quoted: Iterable[str]) -> bool:
    """True when a quoted sentence denies exactly what the claim says, and the claim denies nothing."""
    if denies(claim):
        return False
    words = content_words(claim)
    parts = [clause for sentence in quoted for clause in clauses(sentence)]
    if any(overlap(content_words(part), words) >= LEAST_SHARE_OF_LOST for part in parts if not denies(part)):
        return False
    return any(is_negated(part) and is_said_by(words, content_words(STRICT.sub(" ", part))) for part in parts)


def is_said_by(words: frozenset[str], part: frozenset[str]) -> bool:
    return len(part) >= FEWEST_WORDS_OF_LOST and overlap(part, words) >= LEAST_SHARE_OF_LOST


def denies(text: str) -> bool:
    return is_negated(text) or DENYING.search(text) is not None


def clauses(text: str) -> Sequence[str]:
    return [part for part in CLAUSE.split(text) if part.strip()]


def shares(wanted: frozenset[str], offered: frozenset[str]) -> bool:
    """Half of the words, at least one; "zulässig" is found in "unzulässig", too."""
    if not wanted:
        return True
    found = sum(1 for word in wanted if word in offered or f"un{word}" in offered)
    return found > 0 and found >= LEAST_SHARE_OF_CLAUSE * len(wanted)


def overlap(part: frozenset[str], words: frozenset[str]) -> float:
    return len(part & words) / len(part) if part else 0.0
