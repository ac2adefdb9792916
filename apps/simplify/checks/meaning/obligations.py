"""Obligations and permissions must survive: "kann" never becomes "muss", nor the other way round.

Other changes of wording are style: "ist zu zahlen" and "muss gezahlt werden", "ist berechtigt" and "darf".
"""

import re

from apps.simplify.text.rewrite_fidelity_violation import Violation

MAY = re.compile(
    r"\b(?:kann|kannst|können|könnte|darf|dürfen|vielleicht|möglicherweise|may|can|could)\b", re.IGNORECASE
)
MUST = re.compile(r"\b(?:muss|musst|müssen|müsste|verpflichtet|must|shall)\b", re.IGNORECASE)
ADVISED = re.compile(r"\bsollten?\b")
"""Advice. With a capital the word begins a condition: Sollten Sie …"""
SHOULD = re.compile(r"\b(?:soll(?:te)?[nst]?|should)\b", re.IGNORECASE)
OBLIGED = re.compile(
    r"\b(?:muss\w*|müss\w*|soll\w*|verpflicht\w*|\w*pflicht\w*|erforderlich\w*|notwendig\w*|nötig\w*|must|shall|required"
    r"|(?:ist|sind|war|waren|hat|haben|sei|bleibt)\b.{0,160}\bzu|\w{2,}zu\w{3,}|zwingend|unbedingt|nur|erst|ohne|bedarf)\b",
    re.IGNORECASE,
)
"""What may become "muss", or be left of it; limits, too."""
NOT = re.compile(r"\b(?:nicht|kein\w*|not|no)\b", re.IGNORECASE)
HINT = r"^(?i:kann|könn|darf|dürf|muss|müss|verpflichtet|sollte|may$|can$|could$|must$|shall$)"


def check(before: str, after: str) -> list[Violation]:
    """Only where one side gave up its word, the other gained its opposite, and nothing else makes up for it."""
    old_may, old_must, may, must = (pattern.findall(text) for text in (before, after) for pattern in (MAY, MUST))
    denied = len(NOT.findall(before)) - len(NOT.findall(after))
    gained = len(OBLIGED.findall(after)) - len(OBLIGED.findall(before))
    if len(may) < len(old_may) and len(must) > len(old_must) and gained > 0:
        return [Violation("condition", old_may[0], must[0])]
    if len(must) > len(old_must) and ADVISED.search(before) and not ADVISED.search(after):
        return [Violation("condition", "sollte", must[0])]
    if old_must and not must and len(SHOULD.findall(after)) > len(SHOULD.findall(before)):
        return [Violation("condition", old_must[0], "soll")]
    if len(must) < len(old_must) and len(may) > len(old_may) and gained < 0 and denied <= 0:
        return [Violation("condition", old_must[0], may[0])]
    return []
