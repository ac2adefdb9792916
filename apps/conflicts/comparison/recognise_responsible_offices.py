"""Recognises offices, and the words that say that one is responsible."""

from collections.abc import Sequence

from apps.text.entailment.tokens.token import Token

OFFICES = (
    "amt", "behörde", "stelle", "büro", "abteilung", "referat", "ministerium", "präsidium", "kasse", "dienst",
    "gericht", "court", "office", "department", "authority", "agency", "council", "board", "bureau", "unit",
    "division", "ministry",
)  # fmt: skip
"""How their names end."""
IN_CHARGE = frozenset({"zuständig", "zuständigkeit", "responsible", "competent", "verantwortlich", "ansprechpartner"})
TOWARDS = frozenset({"near", "at", "to", "from", "by"})
"""Before an office: "beim Ordnungsamt", "to the planning department", "vom Bauamt"."""
LONGEST = 3
"""Words of content of a name."""


def is_office(token: Token) -> bool:
    return token.kind == "noun" and token.key.endswith(OFFICES)


def is_name_of_office(words: Sequence[Token]) -> bool:
    return 0 < len(words) <= LONGEST and is_office(words[-1])
