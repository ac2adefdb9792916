"""Compares quotations: text in quotation marks is somebody's own words and must not change."""

import re

from apps.simplify.text.mask_found_matches import normalise_blanks
from apps.simplify.text.rewrite_fidelity_violation import Violation

QUOTATION = re.compile(r"„([^“”\"„\n]{3,400})[“”\"]|»([^«»\n]{3,400})«|“([^“”\n]{3,400})”|\"([^\"\n]{3,400})\"")

HINT = r"[„»“\"]"
FEWEST_WORDS = 3
"""Shorter ones are titles and terms, which other checks look after."""


def check(before: str, after: str) -> list[Violation]:
    if not QUOTATION.search(before):
        return []
    text = normalise_blanks(after)
    lost = [words for words in find_quotations(before) if words not in text]
    return [Violation("quotation", words, None) for words in lost]


def find_quotations(text: str) -> list[str]:
    """Quoted words without their marks; single blanks, without the full stop at the end."""
    found = [normalise_blanks("".join(parts)).rstrip(".,;") for parts in QUOTATION.findall(text)]
    return [quoted for quoted in found if len(quoted.split()) >= FEWEST_WORDS]
