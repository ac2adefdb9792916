"""Singular or plural of a German phrase, by article and noun form: the verb must agree with its subject."""

from apps.text.entailment.both_languages.clause_part import Part
from apps.text.entailment.both_languages.predicate import Predicate
from apps.text.entailment.german.clauses.parse_clause_parts import FEMININE
from apps.text.entailment.tokens.morphology import analyse_word
from apps.text.entailment.tokens.spelling_variants import spelling_key

SINGULAR = frozenset({"das", "der", "ein", "eine", "dieses", "dieser", "jedes", "jeder", "jede"})
PLURAL_ONLY = frozenset({"kosten", "eltern", "leute", "ferien", "geschwister", "personalien", "spesen"})
OBLIQUE = frozenset({"des", "dem", "den", "eines", "einem", "einen", "einer"})
JOINTS = frozenset({"and", "or"})
COUNTED = frozenset({"most", "many", "few", "number:1"})
"""What stands with a verb of either number: "die Mehrheit der Anträge wurde"."""


def agrees_in_number(found: Predicate, part: Part) -> bool:
    """Whether the phrase may be the subject by its number. True where its forms do not tell, or a rule moved it."""
    if part.turned:
        return True
    return not (found.plural and is_singular(part)) and not (found.singular and is_plural(part))


def is_singular(part: Part) -> bool:
    words = part.text.lower().split(" ")
    if JOINTS & set(part.words):
        return words[0] in SINGULAR and "and" not in part.words
    feminine = len(part.words) == 1 and part.words[0].endswith((*FEMININE, "e")) and not part.words[0].startswith("ge")
    return words[0] in SINGULAR or (words[0] == "die" and words[1:] == [part.words[0]] and feminine)


def is_plural(part: Part) -> bool:
    """Surely: "Nachweise", "die Städte", "Beschäftigte" without an article; not "die Stadt", "des Vereins"."""
    head = part.words[: part.words.index("of")] if "of" in part.words else part.words
    article = part.text.split(" ")[0].lower()
    if not head or article in SINGULAR | OBLIQUE or (JOINTS | COUNTED) & set(head):
        return False
    if head[-1] in PLURAL_ONLY:
        return True
    surface = next((word for word in part.text.split(" ") if word[:1].isupper() and base_form(word) == head[-1]), "")
    if surface and analyse_word(surface).tag == "NNA":
        return article == surface.lower() or surface.endswith("en")
    ending = spelling_key(surface.lower(), "de")
    return bool(surface) and ending not in {head[-1], f"{head[-1]}s", f"{head[-1]}es"}


def base_form(word: str) -> str:
    return spelling_key(analyse_word(word).lemma, "de")
