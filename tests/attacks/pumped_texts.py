"""Texts made of a pattern itself: what leads to one of its repeats, then what is repeated there, over and over, then a
sign that lets it fail. Who has read the code sends these."""

import re
from collections.abc import Iterator
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser  # type: ignore[attr-defined]
from typing import Any

VARIANTS = 3
"""Of classes and alternatives the first and the second member; with the third what may be left out is left out."""
LEAST = 2
FEWEST = 20
"""A repeat that ends before is no matter."""
ENDS = ("\x01", " ", "!a")
RUN = 30
REPEATS = (op.MAX_REPEAT, op.MIN_REPEAT, op.POSSESSIVE_REPEAT)
ALPHABET = 'aA1 .-x\n"(<'
SIGN_OF = {
    op.CATEGORY_DIGIT: "1", op.CATEGORY_SPACE: " ", op.CATEGORY_WORD: "a",
    op.CATEGORY_NOT_DIGIT: "a", op.CATEGORY_NOT_SPACE: "a", op.CATEGORY_NOT_WORD: " ",
}  # fmt: skip

OPPOSITE = {
    op.CATEGORY_NOT_DIGIT: op.CATEGORY_DIGIT,
    op.CATEGORY_NOT_SPACE: op.CATEGORY_SPACE,
    op.CATEGORY_NOT_WORD: op.CATEGORY_WORD,
}


def pumped_texts(pattern: re.Pattern[Any], length: int) -> dict[str, str]:
    """What it is made of -> text of about that many characters."""
    written = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    tree = _parser.parse(written, pattern.flags & ~re.UNICODE)
    found = {pair for variant in range(VARIANTS) for pair in pumps(tree, "", variant)}
    return {
        f"{lead[-12:]!r} + {unit[:8]!r} * n, {kind}": text
        for lead, unit in sorted(found)
        for kind, text in texts_of(lead, unit, length)
    }


def texts_of(lead: str, unit: str, length: int) -> Iterator[tuple[str, str]]:
    for end in ENDS:
        yield f"then {end!r}", lead + unit * (length // len(unit)) + end
    for often in (1, RUN):
        block = lead + unit * often
        yield f"{often} of them over and over", block * (length // len(block) + 1)


def pumps(tree: Any, lead: str, variant: int) -> Iterator[tuple[str, str]]:
    """Each repeat without a near end: a text that leads to it, and what it repeats."""
    for code, value in tree:
        if code in REPEATS:
            unit = sample(value[2], variant)
            if unit and value[1] > FEWEST:
                yield lead, unit
        for inner in inside(code, value):
            yield from pumps(inner, lead, variant)
        lead += sample([(code, value)], variant)


def inside(code: Any, value: Any) -> list[Any]:
    if code in REPEATS:
        return [value[2]]
    if code is op.SUBPATTERN:
        return [value[3]]
    if code in (op.ASSERT, op.ASSERT_NOT):
        return [value[1]]
    if code is op.BRANCH:
        return list(value[1])
    return [value] if code is op.ATOMIC_GROUP else []


def sample(tree: Any, variant: int) -> str:
    """A text that the part matches, where nothing around it forbids that."""
    return "".join(sample_of(code, value, variant) for code, value in tree)


def sample_of(code: Any, value: Any, variant: int) -> str:
    if code is op.LITERAL:
        return chr(value)
    if code is op.IN:
        signs = signs_in(value)
        return signs[variant % len(signs)]
    if code is op.BRANCH:
        return sample(value[1][variant % len(value[1])], variant)
    if code in REPEATS:
        once = 0 if variant == LEAST else min(value[1], 1)
        return sample(value[2], variant) * max(value[0], once)
    if code in (op.SUBPATTERN, op.ATOMIC_GROUP):
        return sample(inside(code, value)[0], variant)
    return "a" if code in (op.ANY, op.NOT_LITERAL) else ""


def signs_in(members: Any) -> list[str]:
    """Some of the signs of a class."""
    if members[0][0] is op.NEGATE:
        return [sign for sign in ALPHABET if not any(is_member(sign, *each) for each in members[1:])] or ["\u4e00"]
    ranges = [chr(end) for code, value in members if code is op.RANGE for end in value]
    literals = [chr(value) for code, value in members if code is op.LITERAL]
    return literals + ranges + [SIGN_OF[value] for code, value in members if code is op.CATEGORY]


def is_member(sign: str, code: Any, value: Any) -> bool:
    if code is op.LITERAL:
        return sign == chr(value)
    if code is op.RANGE:
        return value[0] <= ord(sign) <= value[1]
    is_of_kind = {
        op.CATEGORY_DIGIT: sign.isdecimal(),
        op.CATEGORY_SPACE: sign.isspace(),
        op.CATEGORY_WORD: sign.isalnum() or sign == "_",
    }
    return is_of_kind.get(value, not is_of_kind.get(OPPOSITE.get(value), False))
