"""Finds the lead-in of a list whose items only go on its sentence: "Der Rat kann beschließen, dass" above "1. …"."""

import re

from apps.text.locate_quote import Span

ITEM = re.compile(r"[ \t]*(?:[-*+•–]|\(?\d{1,2}[.)]|\(?[a-z]{1,2}\))[ \t]+")
OPENS_CLAUSE = re.compile(
    r"(?:\w{1,20} )?(?:wenn|falls|sofern|soweit|solange|sobald|ob|inwieweit|inwiefern|dass|daß|wer|indem|bis|bevor"
    r"|nachdem|wann|welche[mnrs]?|if|unless|whether|that|provided|when|once|until)\b",
    re.IGNORECASE,
)
""" "ob", "unter welchen Voraussetzungen": what such a clause says need not be so."""
CONDITION = re.compile(r"(?:wenn|falls|sofern|soweit|solange|ob|if|unless|whether|provided)\b", re.IGNORECASE)
""" "Folgendes gilt, wenn Sie umziehen:": a whole clause, under which the items stand."""
ENDS_WITH_CONJUNCTION = re.compile(
    r"\b(?:wenn|falls|dass|ob|soweit|sofern|inwieweit|inwiefern|if|that|when|whether|unless)\W*\Z"
)
MOST_WORDS_OF_OPENING = 2
ENDS_SENTENCE = re.compile(r"[.!?][\"“”)]?(?=\s|\Z)")
FARTHEST = 3_000
"""Characters above the quote that are read."""
LONGEST_LEAD = 600


def open_lead_in(text: str, quote: Span) -> str:
    """The unfinished sentence above the list in which the quote stands, or which the quote goes on below it, where its
    last clause begins with a conjunction; or an empty text."""
    line_start = text.rfind("\n", 0, quote.start) + 1
    above = text[max(0, line_start - FARTHEST) : line_start].splitlines()
    before_quote = text[line_start : quote.start]
    is_item = ITEM.fullmatch(before_quote) is not None
    goes_on = not before_quote.strip() and text[quote.start : quote.start + 1].islower()
    if not (is_item or goes_on):
        return ""
    while above and (not above[-1].strip() or ITEM.match(above[-1])):
        line = above.pop()
        if goes_on and ITEM.match(line) and ENDS_SENTENCE.search(line.rstrip()[-2:]):
            return ""
    lead = unfinished_sentence(above)
    if ENDS_WITH_CONJUNCTION.search(lead):
        return lead
    clause = last_clause(lead)
    is_whole = lead.endswith(":") and len(clause.split()) > MOST_WORDS_OF_OPENING
    return lead if (CONDITION if is_whole else OPENS_CLAUSE).match(clause) else ""


def unfinished_sentence(lines: list[str]) -> str:
    """What the paragraph that ends with these lines leaves open; empty where it ends its last sentence."""
    paragraph: list[str] = []
    for line in reversed(lines):
        if not line.strip() or line.startswith(("#", "|")):
            break
        paragraph.insert(0, line.strip())
    said = " ".join(paragraph)[-LONGEST_LEAD:]
    ends = list(ENDS_SENTENCE.finditer(said))
    return said[ends[-1].end() :].strip() if ends else said


def last_clause(lead: str) -> str:
    return lead.rstrip(" :,").rpartition(", ")[2]
