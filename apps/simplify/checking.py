"""Everything that is checked before a rewrite is shown: what it lost, changed or invented. Pure and fast.

    before, after -> [Violation("number", "14 tag", "41 tag"), …]

Order matters: a date holds numbers and a reference holds figures, so each check takes out of the text what it has
compared, and the next one does not see it.
"""

import unicodedata

from apps.simplify import protection
from apps.simplify.checks import (
    address,
    conditions,
    contacts,
    coverage,
    dates,
    instructions,
    laws,
    names,
    negations,
    numbers,
    quotations,
    references,
    signs,
)
from apps.simplify.checks.masking import Masked
from apps.simplify.checks.violation import Violation
from apps.simplify.protection import ProtectedWords

TAKING_OUT = (contacts.check, references.check, dates.check, numbers.check)
WHOLE = (
    laws.check,
    names.check,
    quotations.check,
    address.check,
    negations.check,
    conditions.check,
    signs.check,
    instructions.check,
    coverage.check,
)


def check(before: str, after: str, protected: ProtectedWords) -> list[Violation]:
    """All violations, none for a faithful rewrite. `before` may be several sentences that were rewritten together."""
    before, after = unicodedata.normalize("NFC", before), unicodedata.normalize("NFC", after)
    if before.split() == after.split():
        return []
    found = protection.check(before, after, protected)
    old, rewritten = Masked(before), Masked(after)
    for compare in TAKING_OUT:
        found += compare(old, rewritten)
    for look in WHOLE:
        found += look(before, after)
    return found
