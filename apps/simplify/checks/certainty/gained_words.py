"""Words that one of two texts has gained: each by itself, not their number alone."""

import re
from collections import Counter


def gains(pattern: re.Pattern[str], before: str, after: str) -> bool:
    """Whether the rewrite has a wording of the pattern more often than the original."""
    return bool(gained_words(pattern, before, after))


def gained_words(pattern: re.Pattern[str], before: str, after: str) -> Counter[str]:
    return counted(pattern, after) - counted(pattern, before)


def counted(pattern: re.Pattern[str], text: str) -> Counter[str]:
    return Counter(found[0].lower() for found in pattern.finditer(text))
