"""Detects sentences that begin with an anaphor, a word for something said before: "Sie gilt …", "Das gilt …"."""

import re

from apps.text.entailment.tokens.tokenise import tokenise, visible_text

POINTING = re.compile(
    r"(?:er|sie|es|dies|das|diese[rsmn]?|jene[rsmn]?|deren|dessen|dafür|davon|dazu|darin|dabei|dort|dann|hierfür|hiervon|hierzu"
    r"|he|she|it|they|this|that|these|those|its|their|there|then)\b",
    re.IGNORECASE,
)
ATTRIBUTES = frozenset({"adj", "value"})
FIRST_WORDS = 200
"""Characters in which the noun of an article stands."""


def begins_with_anaphor(sentence: str) -> bool:
    """In "Das Entgelt beträgt …" the first word is an article and points nowhere; in "Das gilt …" it is a pronoun."""
    begins = POINTING.match(sentence)
    return begins is not None and not (begins[0].lower() == "das" and begins_with_article(sentence))


READER = re.compile(r"Sie (?:sind|[a-zäöüß]+n)\b")
WITHIN = re.compile(r"(?<=[\w,;] )Sie\b|\bIhnen\b|\bIhr(?:e[rsmn]?)?\b")


def addresses_reader(sentence: str, before: str) -> bool:
    """ "Sie müssen …" opens a text, or the sentence before it speaks to the reader, too; else it may mean "they"."""
    return READER.match(sentence) is not None and (not before or bool(READER.match(before) or WITHIN.search(before)))


def begins_with_article(sentence: str) -> bool:
    """A noun follows, with nothing between but its attributes. Of a sentence that begins with "das"."""
    following = tokenise(visible_text(sentence[:FIRST_WORDS]))[1:]
    after = next((token for token in following if token.kind not in ATTRIBUTES), None)
    return after is not None and after.kind == "noun"
