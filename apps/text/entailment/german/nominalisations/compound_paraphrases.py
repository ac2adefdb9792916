"""Compares a compound with its noun and an attribute: "Stundungsantrag" is "Antrag auf Stundung". German."""

from collections.abc import Sequence
from itertools import pairwise

from apps.text.entailment.both_languages.clause_part import Part
from apps.text.entailment.both_languages.statement import Statement
from apps.text.entailment.german.nominalisations.act_nouns import verb_of_act_noun
from apps.text.entailment.german.nominalisations.persons_and_offices import is_person

ATTRIBUTES = frozenset({"on", "to"})
OF_ACTS = frozenset({"for", "from", "about_topic"})
"""With these only an act is named by the first half: "Gemeindezuschuss" is no "Zuschuss für die Gemeinde"."""
PAID = ("kosten", "aufwendung", "ausgabe")
JOINTS = ("", "s", "es", "n", "en")


def find_paraphrase_of_compound(compound: Part, other: Statement, free: Sequence[int]) -> int | None:
    """Finds the noun on the other side whose attribute, the part after it, makes it this compound."""
    for place, following in pairwise(free):
        noun, attribute = other.parts[place], other.parts[following]
        together = following == place + 1 and following != other.front
        if (
            together
            and (noun.mark, noun.scope) == (compound.mark, compound.scope)
            and paraphrases_compound(compound, noun, attribute)
        ):
            return place
    return None


def is_von_genitive(noun: Part, attribute: Part) -> bool:
    """ "auf die Erhebung von Gebühren": "von" without an article is a genitive. With one, as after the subject of a
    passive, it may name who acts: "wird auf Antrag von der Stadt gewährt".
    """
    written = attribute.text.split(" ")
    bare = written[0] == "von" and written[-1][:1].isupper() and not attribute.determiner
    article = any(word.lower() in ARTICLES for word in written[1:2])
    return attribute.mark == "from" and noun.mark != "np" and bare and not article and not is_person(attribute)


ARTICLES = frozenset({"der", "den", "dem", "die", "einer", "einem", "einen", "jeder", "jedem", "dieser", "diesem"})


def paraphrases_compound(compound: Part, noun: Part, attribute: Part) -> bool:
    if attribute.scope or attribute.sign or attribute.determiner or not may_be_paraphrase(compound.words, noun.words):
        return False
    if attribute.mark == "in" and not attribute.has_value and "of" not in noun.words:
        # "die Schulen im Landkreis" as "die Schulen des Landkreises"
        return compound.words == (*noun.words, "of", *attribute.words)
    paid = attribute.mark == "for" and "of" not in noun.words and noun.words[-1].endswith(PAID)
    if paid and compound.words == (*noun.words, "of", *attribute.words):
        return not attribute.has_value  # "die Kosten für die Unterkunft" as "die Kosten der Unterkunft"
    if is_von_genitive(noun, attribute) and compound.words == (*noun.words, "of", *attribute.words):
        return " von " in compound.text
    if len(attribute.words) != 1:
        return False
    first = attribute.words[0]
    if attribute.mark not in ATTRIBUTES and not (attribute.mark in OF_ACTS and verb_of_act_noun(first)):
        return False
    whole = compound.words[-1:]
    return compound.words[:-1] == noun.words[:-1] and whole[0] in {first + joint + noun.words[-1] for joint in JOINTS}


def may_be_paraphrase(compound: Sequence[str], noun: Sequence[str]) -> bool:
    """Whether the noun begins the same phrase or ends the compound: most pairs that are compared have no word alike."""
    return bool(compound and noun) and (compound[0] == noun[0] or compound[-1].endswith(noun[-1]))
