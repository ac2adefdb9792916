"""Finds contradictions across languages: numbers, dates or amounts the source does not state, or a no for a yes."""

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from apps.text.across_languages.detect_negation import contains_negation, may_contain_negation
from apps.text.across_languages.find_stated_numbers import StatedNumber, stated_numbers

# "nicht vor dem 1. März" is "from 1 March" elsewhere, which says no to nobody.
NO_DENIAL = re.compile(
    r"\bnicht\s(?:vor|früher|eher|nach|später|mehr|weniger)\b|\bnot\s(?:before|earlier|later|more|less)\b|\bohne\b|\bwithout\b",
    re.IGNORECASE,
)
ARTICLE = Decimal(1)
"""German says "ein Jahr" where others write 1."""


def unstated_numbers(
    claim: str, language: str, quoted: Sequence[str], cited: Iterable[str], source_language: str
) -> Iterator[tuple[str, bool]]:
    """Numbers of the claim that no cited text states, and whether the quoted sentences state another of their kind.

    Texts of `cited` are read as far as needed.
    """
    own = [one for one in stated_numbers(claim, language) if one.is_sure and one.values != {ARTICLE}]
    missing = own
    for text in cited if own else ():
        stated = stated_numbers(text, source_language)
        missing = [number for number in missing if not is_stated(number, stated)]
        if not missing:
            return
    others = [one for text in quoted for one in stated_numbers(text, source_language) if not is_stated(one, own)]
    for number in missing:
        yield number.text, any(one.kind == number.kind for one in others)


def is_stated(number: StatedNumber, stated: Iterable[StatedNumber]) -> bool:
    """Whether the number is stated, as a month or as any other one: languages name units too differently."""
    alike = [one for one in stated if (one.kind == "month") == (number.kind == "month")]
    return any(number.values & one.values for one in alike) or (number.is_decade and any(map(number.ends, alike)))


def adds_negation(claim: str, language: str, quoted: Sequence[str], source_language: str) -> bool:
    """True when the claim says no outright, and no quoted sentence could mean that in any words."""
    return (
        bool(quoted)
        and contains_negation(claim, language)
        and not any(may_contain_negation(text, source_language) for text in quoted)
    )


def drops_negation(claim: str, language: str, quoted: Sequence[str], source_language: str) -> bool:
    """True when every quoted sentence says no outright, and the claim could not mean that in any words."""
    said = [text for text in quoted if contains_negation(text, source_language) and not NO_DENIAL.search(text)]
    return bool(said) and len(said) == len(quoted) and not may_contain_negation(claim, language)
