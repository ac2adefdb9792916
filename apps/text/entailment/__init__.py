"""How a sentence follows from its source (textual entailment): by named rules, German and English, without a model.

    derive("Die Gebühr ist 45 Euro.", ["Die Gebühr beträgt 45 Euro."])
    derive_rewrite("Die Unterlagen sind vorzulegen.", "Die Unterlagen müssen vorgelegt werden.")

Both give a `Derivation`: its level, the licences that were used, the differences that no rule explains. The burden
is on the sentence: what no rule explains is never called proved.

All of it works on texts in memory: nothing asks a database or the network, only the tables beside the code are read.

May import from this app: entailment.both_languages, entailment.comparison, entailment.english,
entailment.german.across_sentences, entailment.german.nominalisations, entailment.german.clauses,
entailment.german.rules, entailment.quotes, entailment.tokens, numbers.
"""

from collections.abc import Iterable

from apps.text.entailment.anaphora_at_start import addresses_reader, begins_with_anaphor
from apps.text.entailment.derivation_result import Derivation, Difference, Level
from apps.text.entailment.derive_sentence import derive, derive_rewrite
from apps.text.entailment.derive_with_accepted_synonyms import (
    AcceptedSynonym,
    derive_with_synonyms,
    synonym_rejection_code,
)
from apps.text.entailment.find_contradictions import find_contradictions
from apps.text.entailment.narrowing_sentences import narrows_numbered_provision, narrows_sentence_before

WARMING = {
    "de": ("Der Antrag ist bis zum 1. Mai zu stellen.", "Sie müssen den Antrag bis zum 1. Mai stellen."),
    "en": ("The application must be filed by 1 May.", "You must file the application by 1 May."),
}


def warm_up_tables(languages: Iterable[str]) -> None:
    """Loads the tables of those languages that have some, a sixth of a second each: nobody's first sentence waits."""
    for language in languages:
        if language in WARMING:
            derive_rewrite(*WARMING[language])


__all__ = [
    "AcceptedSynonym",
    "Derivation",
    "Difference",
    "Level",
    "addresses_reader",
    "begins_with_anaphor",
    "derive",
    "derive_rewrite",
    "derive_with_synonyms",
    "find_contradictions",
    "narrows_numbered_provision",
    "narrows_sentence_before",
    "synonym_rejection_code",
    "warm_up_tables",
]
