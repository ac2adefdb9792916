"""Labels in front of items and paragraphs, as patterns to build on: "d)", "(2)", "(2a)"; and what joins items."""

import re

LETTER_LABEL = r"\(?+(?:[a-z]|aa|bb|cc|dd|ee|ff|[ivx]{2,4})\)"
"""No other two letters: "(ab)", "(no)" are words of the sentence."""
NUMBER_LABEL = r"\(?+\d{1,3}[a-z]?\)"
BRACKETED_LABEL = rf"(?:{NUMBER_LABEL}|{LETTER_LABEL})"
JOINS_NEXT = re.compile(r"\b(?:und|oder|sowie|bzw\.|and|or)\W*\Z", re.IGNORECASE)
"""The end of an item that is joined to the next."""
