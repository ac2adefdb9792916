"""Everything that is checked before a rewrite is shown: what it lost, changed or invented. Pure and fast.

    before, after -> [Violation("number", "14 tag", "41 tag"), …]

Order matters: a date holds numbers and a reference holds figures, so each check takes out of the text what it has
compared, and the next one does not see it.
"""

import unicodedata
from collections.abc import Callable
from functools import partial

from apps.simplify.checks import protected_words, signs
from apps.simplify.checks.facts import contacts, dates, laws, names, numbers, quotations, references
from apps.simplify.checks.hints import ALWAYS, Hints
from apps.simplify.checks.meaning import (
    address,
    conditions,
    coverage,
    negations,
    obligations,
    particulars,
    prompt_injection,
)
from apps.simplify.checks.protected_words import ProtectedWords
from apps.simplify.text.masking import Masked
from apps.simplify.text.violation import Violation

TAKING_OUT: dict[Callable[[Masked, Masked], list[Violation]], str] = {
    contacts.check: contacts.HINT,
    references.check: references.HINT,
    dates.check: dates.HINT,
    numbers.check: numbers.HINT,
}
WHOLE: dict[Callable[[str, str], list[Violation]], str] = {
    laws.check: laws.HINT,
    names.check: ALWAYS,
    quotations.check: quotations.HINT,
    address.check: address.HINT,
    negations.check: negations.HINT,
    **{partial(conditions.check, group): group.hint for group in conditions.GROUPS},
    obligations.check: obligations.HINT,
    particulars.intervals: particulars.INTERVAL_HINT,
    particulars.starts: particulars.START_HINT,
    particulars.formalities: particulars.FORMALITY_HINT,
    particulars.joined: particulars.JOINED_HINT,
    particulars.rates: particulars.RATE_HINT,
    particulars.directions: particulars.DIRECTED_HINT,
    particulars.examples: particulars.EXAMPLE_HINT,
    conditions.inverted: conditions.INVERTED_HINT,
    signs.placeholders: signs.PLACEHOLDER_HINT,
    signs.look_alikes: signs.LOOK_ALIKE_HINT,
    signs.gender_signs: signs.GENDER_HINT,
    signs.markdown: signs.MARKDOWN_HINT,
    prompt_injection.obeyed: prompt_injection.HINT,
    prompt_injection.turned: ALWAYS,
    coverage.check: ALWAYS,
}
HINTS = Hints({**TAKING_OUT, **WHOLE})


def check(before: str, after: str, protected: ProtectedWords) -> list[Violation]:
    """All violations, none for a faithful rewrite. `before` may be several sentences that were rewritten together."""
    before, after = unicodedata.normalize("NFC", before), unicodedata.normalize("NFC", after)
    if before.split() == after.split():
        return []
    found = protected_words.check(before, after, protected)
    old, rewritten = Masked(before), Masked(after)
    needed = HINTS.needed(before, after)
    for compare in TAKING_OUT:
        if compare in needed:
            found += compare(old, rewritten)
    for look in WHOLE:
        if look in needed:
            found += look(before, after)
    return found
