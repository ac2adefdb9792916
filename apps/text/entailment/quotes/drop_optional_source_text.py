"""Drops optional text of a source: numbers of paragraphs, references and examples in brackets.

Each shortened text follows from the whole one, so that what follows from the shortened one follows from the whole.
Only sources are shortened: a sentence that adds an example has to prove it.
"""

import re

from apps.text.grammar.item_labels import BRACKETED_LABEL, LETTER_LABEL

ENUMERATOR = re.compile(
    rf"(?:^|(?<=\n))[ ]{{0,4}}(?:\*\*)?(?:{BRACKETED_LABEL}|\d{{1,2}}(?:\.\d{{1,2}}){{1,3}}\.?)(?:\*\*)?[ ]"
)
"""(1), a), 2), 4.1 at the beginning of a line. "4." alone may be a day."""
LETTER = re.compile(rf"(?<=[,:;])[ ]{{1,2}}{LETTER_LABEL}[ ](?=\S)")
"""a) between a lead-in and its item, where a list was read as one line: "Nicht gestattet ist, a) zu rauchen"."""
OPENING = (
    r"z\. ?B\.|zum Beispiel|beispielsweise|insbesondere|insb\.|vgl\.|siehe|§|Abs\.|Art\.|i\. ?V\. ?m\."
    r"|e\. ?g\.|for example|such as|see"
)
BRACKETS = re.compile(rf"[ ]?\((?:{OPENING})[ ]?[^()]{{0,200}}\)")
"""Examples and references."""
LIMITING = re.compile(
    r"\b(?:nur|nicht|kein\w*|außer|ausgenommen|ausnahme\w*|wenn|sofern|soweit|falls|bis|ab|mindestens|höchstens|only|not|no|unless|if|except)\b",
    re.IGNORECASE,
)
REPLY = re.compile(r"(?:\A\s*|(?<=\? ))(?:Ja|Nein|Yes|No), ")
"""To a question that the source answers."""
REFERENCE = r"(?:§§?|Absatz|Abs\.|Satz|Nummer|Nr\.|Artikel|Art\.) ?\d+[a-z]?"
DEVIATING = re.compile(
    rf"(?:(?<=\A)|(?<=[.!?]\s))Abweichend (?:von|zu) {REFERENCE}"
    rf"(?:(?:,| und| bis)? (?:{REFERENCE}|\d+))*,? (?=[a-zäöü])"
)
""" "Abweichend von Satz 1 Nummer 2": what is said holds all the more."""
SCOPED = re.compile(
    r"(?!Abweichend)(?:Bei|Beim|Für|Im|In|Auf|Ab|Nach|Vor|Während|Wenn|Wer|Nachts|Außerhalb|Innerhalb)\b"
)
"""A first sentence that says in front for whom or when it holds, as then what deviates from it does, too."""
MOST = 12
"""Of each kind that are left out of one source."""


def drop_optional_source_text(source: str) -> str:
    """The source itself where nothing may be left out."""
    deviating = "" if SCOPED.match(source) else DEVIATING
    text = LETTER.sub(" ", REPLY.sub("", ENUMERATOR.sub("", source, count=MOST), count=MOST), count=MOST)
    return BRACKETS.sub(drop_unless_limiting, (DEVIATING.sub("", text, count=MOST) if deviating else text), count=MOST)


def drop_unless_limiting(found: re.Match[str]) -> str:
    """Nothing, unless what stands in brackets narrows what is said."""
    return found[0] if LIMITING.search(found[0]) else ""
