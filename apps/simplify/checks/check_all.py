"""Runs all checks of a rewrite: what it lost, changed or invented.

    before, after -> [Violation("number", "14 tag", "41 tag"), …]

Order matters: a date holds numbers and a reference holds figures, so each check takes out of the text what it has
compared, and the next one does not see it.
"""

import unicodedata
from collections.abc import Callable
from functools import partial

from apps.simplify.checks import forbidden_characters_and_placeholders, protected_words
from apps.simplify.checks.facts import (
    contacts_accounts_file_numbers,
    dates_and_times,
    law_names,
    legal_references,
    numbers,
    person_and_place_names,
    quotations,
    times_without_numbers,
)
from apps.simplify.checks.meaning import (
    conditions,
    form_of_address,
    intervals_deadlines_and_formalities,
    negations,
    obligations,
    omitted_and_added_content,
    prompt_injection,
    repetition,
)
from apps.simplify.checks.protected_words import ProtectedWords
from apps.simplify.checks.skip_unneeded_checks import ALWAYS, CheckPrefilter
from apps.simplify.text.mask_found_matches import MaskedText
from apps.simplify.text.rewrite_fidelity_violation import Violation

TAKING_OUT: dict[Callable[[MaskedText, MaskedText], list[Violation]], str] = {
    contacts_accounts_file_numbers.check: contacts_accounts_file_numbers.HINT,
    legal_references.check: legal_references.HINT,
    dates_and_times.check: dates_and_times.HINT,
    numbers.check: numbers.HINT,
}
WHOLE: dict[Callable[[str, str], list[Violation]], str] = {
    law_names.check: law_names.HINT,
    times_without_numbers.check: times_without_numbers.HINT,
    person_and_place_names.check: ALWAYS,
    quotations.check: quotations.HINT,
    form_of_address.check: form_of_address.HINT,
    negations.check: negations.HINT,
    **{partial(conditions.check, group): group.hint for group in conditions.GROUPS},
    obligations.check: obligations.HINT,
    intervals_deadlines_and_formalities.check_intervals: intervals_deadlines_and_formalities.INTERVAL_HINT,
    intervals_deadlines_and_formalities.check_period_starts: intervals_deadlines_and_formalities.START_HINT,
    intervals_deadlines_and_formalities.check_formalities: intervals_deadlines_and_formalities.FORMALITY_HINT,
    intervals_deadlines_and_formalities.check_conjunctions: intervals_deadlines_and_formalities.JOINED_HINT,
    intervals_deadlines_and_formalities.check_rates: intervals_deadlines_and_formalities.RATE_HINT,
    intervals_deadlines_and_formalities.check_date_directions: intervals_deadlines_and_formalities.DIRECTED_HINT,
    intervals_deadlines_and_formalities.check_examples: intervals_deadlines_and_formalities.EXAMPLE_HINT,
    conditions.check_inverted_condition: conditions.INVERTED_HINT,
    forbidden_characters_and_placeholders.check_placeholders: forbidden_characters_and_placeholders.PLACEHOLDER_HINT,
    forbidden_characters_and_placeholders.check_look_alikes: forbidden_characters_and_placeholders.LOOK_ALIKE_HINT,
    forbidden_characters_and_placeholders.check_gender_signs: forbidden_characters_and_placeholders.GENDER_HINT,
    forbidden_characters_and_placeholders.check_markdown: forbidden_characters_and_placeholders.MARKDOWN_HINT,
    prompt_injection.check_obeyed_instruction: prompt_injection.HINT,
    prompt_injection.check_capitals_and_language: ALWAYS,
    prompt_injection.check_answered_instruction: prompt_injection.SPEAKER_HINT,
    omitted_and_added_content.check: ALWAYS,
    repetition.check: ALWAYS,
}
HINTS = CheckPrefilter({**TAKING_OUT, **WHOLE})


def check_rewrite(before: str, after: str, protected: ProtectedWords) -> list[Violation]:
    """All violations, none for a faithful rewrite. `before` may be several sentences that were rewritten together."""
    before, after = unicodedata.normalize("NFC", before), unicodedata.normalize("NFC", after)
    if before.split() == after.split():
        return []
    found = protected_words.check(before, after, protected)
    old, rewritten = MaskedText(before), MaskedText(after)
    needed = HINTS.needed(before, after)
    for compare in TAKING_OUT:
        if compare in needed:
            found += compare(old, rewritten)
    for look in WHOLE:
        if look in needed:
            found += look(before, after)
    return found
