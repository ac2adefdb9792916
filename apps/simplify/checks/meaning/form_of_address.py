"""Form of address: readers addressed as Sie stay Sie, those addressed as du stay du."""

import re

from apps.simplify.text.rewrite_fidelity_violation import Violation

# "Sie", "Ihnen" and "Ihr…" at the beginning of a sentence may mean others; inside a sentence the capital decides.
FORMAL = re.compile(r"(?<=[\w,;:)–-] )(?:Sie|Ihnen|Ihr(?:e[nmrs]?)?|Ihrerseits|Ihretwegen)(?![\w-])")
FORMAL_FIRST = re.compile(r"(?:^|(?<=[.!?:\n\"„“”»] )|(?<=\n))(?:[–•-] )?(Sie|Ihnen|Ihr(?:e[nmrs]?)?)(?![\w-])")
INFORMAL = re.compile(
    r"(?<![\w-])(?:du|dich|dir|dein(?:e[nmrs]?)?|euch|euer|eure[nmrs]?|[Dd]u|Dich|Dir|Dein(?:e[nmrs]?)?|Euch)(?![\w-])"
)
LOWER = re.compile(r"(?<![\w-])(?:sie|ihnen|ihr(?:e[nmrs]?)?)(?![\w-])")
IMPERATIVE = re.compile(r"(?:^|[.!?:\n–•-] ?)([A-ZÄÖÜ][a-zäöüß]+)en Sie\b")
SOMEBODY = re.compile(r"(?<![\w-])(?:man|jemand|Betroffene[nr]?)(?![\w-])")

HINT = r"^(?i:sie|ihnen|ihr(?:e[nmrs]?|erseits|etwegen)?|du|dich|dir|dein\w*|euch|eue?r\w*)$"


def check(before: str, after: str) -> list[Violation]:
    old, rewritten = FORMAL.findall(before), FORMAL.findall(after)
    old_informal, informal = INFORMAL.findall(before), INFORMAL.findall(after)
    is_formal = bool(old or FORMAL_FIRST.search(before))
    if informal and not old_informal:
        return [Violation("form_of_address", old[0] if old else None, informal[0])]
    if old_informal and not informal:
        return [Violation("form_of_address", old_informal[0], rewritten[0] if rewritten else None)]
    if is_formal and (bare := find_informal_imperative(before, after)):
        return [Violation("form_of_address", "Sie", bare)]
    if old and not rewritten and not FORMAL_FIRST.search(after):
        return check_lost_formal_address(before, after, old[0])
    return check_lowered_address(before, after, len(old), len(rewritten))


def find_informal_imperative(before: str, after: str) -> str | None:
    """ "Reichen Sie" has become "Reiche" or "Reich": the reader is suddenly du."""
    for verb in IMPERATIVE.findall(before):
        found = re.search(rf"(?:^|[.!?:\n] ?)({verb}e?)(?= (?!Sie\b))", after)
        if found:
            return found[1]
    return None


def check_lost_formal_address(before: str, after: str, word: str) -> list[Violation]:
    """The reader has become somebody ("man") or others ("sie"). Leaving the address out is style."""
    other = find_gained_word(SOMEBODY, before, after) or find_gained_word(LOWER, before, after)
    return [Violation("form_of_address", word, other)] if other else []


def check_lowered_address(before: str, after: str, old: int, rewritten: int) -> list[Violation]:
    """A capital got lost: "Ihren Antrag" is "ihren Antrag" now, which is somebody else's. Or "Sie" has become "man"."""
    if rewritten >= old:
        return []
    if re.search(r"\bman\b", after) and not re.search(r"\bman\b", before):
        return [Violation("form_of_address", "Sie", "man")]
    other = find_gained_word(LOWER, before, after)
    if other and re.search(rf"\b{other.capitalize()}\b", before):
        return [Violation("form_of_address", other.capitalize(), other)]
    return []


def find_gained_word(pattern: re.Pattern[str], before: str, after: str) -> str | None:
    """A word of the pattern that the rewrite has more often."""
    old = pattern.findall(before)
    for word in pattern.findall(after):
        if word in old:
            old.remove(word)
        else:
            return str(word)
    return None
