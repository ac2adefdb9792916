"""Validates a proposed synonym: does it explain the sentences it came with, and prove nothing that is false?"""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from apps.evaluation.second_reader_calibration.labelled_cases import LabelledCase, collect_labelled_cases
from apps.simplify.models import Synonym
from apps.text.entailment import (
    AcceptedSynonym,
    Level,
    derive,
    derive_rewrite,
    derive_with_synonyms,
    synonym_rejection_code,
)
from apps.text.entailment.derive_with_accepted_synonyms import contains_whole_words, substitute_synonym

FORBIDDEN: dict[str, Promise] = {
    "length": _("Each side needs one to eight words."),
    "same": _("Both sides are the same for the rules already."),
    "decisive": _(
        "One side has a number, a limit, a time, a negation, “may” or “must”, a condition or a quantity that the other "
        "has not. No synonym may change that."
    ),
    "more": _("One side says what the other says, and more."),
    "opposite": _("The two sides are opposites."),
}


@dataclass(frozen=True, slots=True)
class SynonymTrial:
    """`objection` is empty when the synonym may be put in force; `cases` is how many labelled sentences hold it."""

    objection: str
    cases: int = 0


def try_synonym(synonym: Synonym) -> SynonymTrial:
    """Reads the labelled cases of the language from their files. Raises BadCases. Takes about a second."""
    pair = AcceptedSynonym(synonym.official, synonym.plain)
    if objection := synonym_objection(pair, synonym.language, synonym.original, synonym.rewrite):
        return SynonymTrial(objection)
    cases = [case for case in collect_labelled_cases(synonym.language) if contains_synonym(pair, case)]
    for case in cases:
        if not case.is_supported and proves_claim(pair, case):
            sentence = _("It would prove a false sentence: “%(claim)s” from “%(quote)s”.")
            return SynonymTrial(str(sentence % {"claim": case.claim, "quote": case.quotes[0]}), len(cases))
    return SynonymTrial("", len(cases))


def synonym_objection(pair: AcceptedSynonym, language: str, original: str, rewrite: str) -> str:
    """Why the pair cannot be a synonym, or does not explain the sentences it was seen in; empty when it does."""
    if code := synonym_rejection_code(pair, language):
        return str(FORBIDDEN[code])
    if not contains_whole_words(original, pair.official) or not contains_whole_words(rewrite, pair.plain):
        return str(_("The words must stand in their sentences as they are written here."))
    found = derive_rewrite(original, rewrite)
    if found.proved:
        return str(_("The rules explain this rewrite without a synonym."))
    if found.level == Level.LOST:
        return str(_("The rewrite says something else than the original, whatever its words are called."))
    again = derive_with_synonyms(original, rewrite, [pair])
    if again.proved:
        return ""
    rest = "; ".join(str(difference) for difference in again.differences)
    return str(_("The synonym alone does not explain this rewrite: %(rest)s") % {"rest": rest})


def contains_synonym(pair: AcceptedSynonym, case: LabelledCase) -> bool:
    """Whether the case has the official words in a quote and the plain ones in its claim: others stay as they are."""
    return contains_whole_words(case.claim, pair.plain) and any(
        contains_whole_words(quote, pair.official) for quote in case.quotes
    )


def proves_claim(pair: AcceptedSynonym, case: LabelledCase) -> bool:
    """Whether the claim comes out as proved by its quotes in the words of the pair."""
    said = [substitute_synonym(quote, pair) for quote in case.quotes]
    return derive(case.claim, said).proved or (len(said) == 1 and derive_rewrite(said[0], case.claim).proved)
