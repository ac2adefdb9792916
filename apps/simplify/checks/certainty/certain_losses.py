"""Tells losses that are certain from differences that the words of a free rewrite may account for.

The checks count words; who tells a text in other words may say the same without them. A violation is doubtful where the
rewrite has gained words that may say it: then it is to be compared by a reader, and not called a loss. A rewrite that
keeps nearly all words of its original says nothing else in their place, and every violation of it is certain.
"""

import re
from collections.abc import Callable, Iterable
from difflib import SequenceMatcher

from apps.simplify.checks.certainty.doubtful_conditions import group_of, is_doubtful_condition, is_only_about_if
from apps.simplify.checks.certainty.doubtful_negations import DENIED, is_doubtful_negation
from apps.simplify.checks.certainty.doubtful_numbers import is_doubtful_number
from apps.simplify.checks.certainty.dropped_parts import dropped, is_told
from apps.simplify.checks.certainty.gained_words import gains
from apps.simplify.text.inflections import roots
from apps.simplify.text.violation import Violation
from apps.simplify.text.words import content_stems, words

NEARLY_THE_SAME = 0.85
"""Share of words in common, in their order (0 to 1), from which on nothing was told in other words."""
LONGEST_WEIGHED = 2_000
"""Characters of a text whose losses are weighed; of a longer one all count."""
ONLY_LEFT_OUT = 0.95
"""Share of a rewrite's words (0 to 1) that stand in the original in this order."""
ADDRESS = re.compile(r"\b(?:Sie|Ihnen|Ihre?[nmrs]?)\b")
POINTING = re.compile(
    r"\b(?:er|sie|es|ihn|ihm|ihr|ihnen|diese[nmrs]?|das|da(?:für|rauf|ran|mit|bei|gegen|von))\b", re.I
)
PERSON = re.compile(
    r"(?<!steu)(?<!gebüh)(?<!num)(?<!mau)(?<!feu)(?<!kam)(?:er|ern|erin|erinnen|te[nrm]?|nde[nrm]?|ige[nrm]?|iche[nrm]?|lose[nrm]?|ling(?:e|en|s)?"
    r"|person(?:en)?|eltern|ant(?:en|in)?|ent(?:en|in)?|kind(?:er|ern|es)?|mann|frau(?:en)?)$",
    re.IGNORECASE,
)
NAME = re.compile(r"(?<![\w-])[A-ZÄÖÜ]{2,6}(?![\w-])")


def certain(found: Iterable[Violation], before: str, after: str) -> tuple[Violation, ...]:
    """Those of the violations that no other words of the rewrite may account for, and parts that are gone."""
    violations = tuple(found)
    if max(len(before), len(after)) > LONGEST_WEIGHED:
        return violations
    is_doubt = is_only_about_if if is_nearly_the_same(before, after) else is_doubtful
    return (*(one for one in violations if not is_doubt(one, before, after)), *dropped(before, after))


def is_nearly_the_same(before: str, after: str) -> bool:
    """Nearly all words are the same, or nearly all of the rewrite's are: then words were left out, and none told."""
    one, other = words(before.lower()), words(after.lower())
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    same = sum(block.size for block in matcher.get_matching_blocks())
    return 2 * same >= NEARLY_THE_SAME * (len(one) + len(other)) or same >= ONLY_LEFT_OUT * len(other)


def is_doubtful(one: Violation, before: str, after: str) -> bool:
    look = DOUBTS.get(one.kind)
    return look is not None and look(one, before, after)


def is_doubtful_word(one: Violation, before: str, after: str) -> bool:
    """A protected word in another case, a person who is now addressed, a second mention told by a pronoun."""
    if one.before and one.after:
        return is_same_word(one.before, one.after)
    if one.after:
        return any(is_same_word(word, one.after) for word in words(before))
    if not one.before:
        return False
    if any(is_same_word(word, one.before) for word in words(after)):
        return gains(POINTING, before, after) or gains(ADDRESS, before, after)
    return PERSON.search(one.before) is not None and gains(ADDRESS, before, after)


def is_doubtful_meaning(one: Violation, before: str, after: str) -> bool:
    """What the rules of derivation miss by one word only: a sign of a condition, or a denial."""
    if one.after or not one.before or len(one.before.split()) > 1:
        return False
    if DENIED.fullmatch(one.before):
        return is_doubtful_negation(one, before, after)
    return group_of(one.before.lower()) is not None and is_doubtful_condition(one, before, after)


def is_same_word(one: str, other: str) -> bool:
    return not {root.lower() for root in roots(one)}.isdisjoint(root.lower() for root in roots(other))


def is_doubtful_omission(one: Violation, before: str, after: str) -> bool:
    """A sentence of which a name or a word of its own is left: it may be told in quite other words."""
    sentence = one.before or ""
    if len(after.split()) < LEAST_LENGTH * len(sentence.split()):
        return False
    others = content_stems(before.replace(sentence, " "))
    own = [word for word in content_stems(sentence) if not is_told(word, others)]
    return any(name in after for name in NAME.findall(sentence)) or any(
        is_told(word, content_stems(after)) for word in own
    )


LEAST_LENGTH = 0.4
"""Of the words of a sentence, below which a rewrite is too short to say all of it."""
DOUBTS: dict[str, Callable[[Violation, str, str], bool]] = {
    "protected_word": is_doubtful_word,
    "number": is_doubtful_number,
    "condition": is_doubtful_condition,
    "negation": is_doubtful_negation,
    "meaning": is_doubtful_meaning,
    "omission": is_doubtful_omission,
}
