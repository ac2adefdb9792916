"""Tells by form, article and verb that a phrase means one thing in the source and several in the claim."""

from apps.text.entailment.both_languages.clause_part import NOMINATIVE, Part
from apps.text.entailment.both_languages.statement import Statement
from apps.text.entailment.german.clauses.grammatical_number import is_plural, is_singular
from apps.text.entailment.tokens.morphology import analyse_word
from apps.text.entailment.tokens.spelling_variants import spelling_key

BEFORE_ONE = frozenset({"den", "einen"})
"""Articles of one thing; before several "den" is a dative, whose noun ends in n."""
ENGLISH = ("the ", "a ", "an ")


def is_other_number(one: Part, other: Part) -> bool:
    """Whether their forms surely tell that one of them is several."""
    if (one.mark, other.mark) != ("np", "np") or one.turned or other.turned or one.has_value or other.has_value:
        return False
    if one.text.lower().startswith(ENGLISH) or other.text.lower().startswith(ENGLISH):
        return {english_number(one), english_number(other)} == {"NN1", "NN2"}
    return (is_surely_one(one) and is_plural(other)) or (is_plural(one) and is_surely_one(other))


def english_number(part: Part) -> str:
    """The tag of its noun, NN1 for one and NN2 for several; of another word's end another tag."""
    head = part.text.lower().partition(" of ")[0].rpartition(" ")[2]
    return analyse_word(head, "en").tag


def is_surely_one(part: Part) -> bool:
    """ "der Antrag", "die Straße", and "den Antrag", as the dative of several would end in n."""
    article, _, noun = part.text.lower().partition(" ")
    is_base_form = bool(part.words) and spelling_key(noun, "de") == part.words[0]
    return is_singular(part) or (is_base_form and article in BEFORE_ONE and not noun.endswith("n"))


def is_other_subject(one: Part, other: Part, source: Statement, claim: Statement) -> bool:
    """ "Der Gutachter hat" and "die Gutachter haben": the noun has one form, so article and verb tell."""
    if (one.mark, other.mark) != ("np", "np") or not all(NOMINATIVE in part.cases for part in (one, other)):
        return False
    numbers = [told_by_verb(part, side) for part, side in ((one, source), (other, claim))]
    return all(numbers) and numbers[0] != numbers[1]


def told_by_verb(part: Part, side: Statement) -> str:
    """Of a phrase with an article and one noun, in front of its verb; an empty text where nothing tells."""
    if side.front != 1 or side.parts[0] is not part or len(part.words) != 1:
        return ""
    article = part.text.split(" ")[0].lower()
    if side.predicate.plural and article == "die":
        return "several"
    return "one" if side.predicate.singular and article in {"der", "das", "die"} else ""
