"""Sentences and fragments that narrow the sentence before them: "Das gilt nicht für Gäste.", "Aber nicht sonntags."."""

from apps.text.derivation.both_languages.statement import Statement
from apps.text.derivation.parse_statements import statements

LONGEST_READ = 1_000
"""Characters. A longer sentence says something of its own."""

FEW_WORDS, IN_ENGLISH = 4, "This is the rule."


def narrows_sentence_before(text: str) -> bool:
    """Whether a sentence takes back in part what the one before it says, so that this one alone says too much."""
    if len(text) > LONGEST_READ:
        return False
    read = [*statements(text)[:1]]
    if len(text.split()) <= FEW_WORDS:  # "Excluding guests." has no word that tells its language.
        read += statements(f"{IN_ENGLISH} {text}")[1:2]
    return any(takes_back(statement) for statement in read)


def takes_back(statement: Statement) -> bool:
    """ "Das gilt nicht für …", "Ausgenommen sind …", "…, nicht aber sonntags": it narrows what stands before."""
    verb = statement.predicate.verb
    if verb.startswith(("ausnehmen", "abweichen")) or any(p.mark.startswith("except") for p in statement.parts):
        return True
    narrowed = bool(statement.scope or any(p.scope for p in statement.parts))
    if narrows_alone(statement, narrowed=narrowed):
        return True
    points_back = any(p.words[-1:] in POINTING or p.text.lower() in {"das", "dies", "this"} for p in statement.parts)
    return verb in APPLYING and narrowed and (points_back or not statement.parts)


def narrows_alone(statement: Statement, *, narrowed: bool) -> bool:
    """ "Aber nicht sonntags.", "Sofern Platz ist.", "Except on Sundays.": no clause of its own, and no heading."""
    opening = statement.parts[0].mark if statement.parts else ""
    if statement.predicate.verb == UNREAD_VERB:
        applied = any(p.words == ("apply",) for p in statement.parts) and statement.parts[0].words in POINTING
        if applied and any(p.mark in {"neg", "focus"} for p in statement.parts):
            return True
        return opening in OPENING_FRAGMENTS and not any(p.mark in VERBS for p in statement.parts)
    if statement.predicate.verb:
        return opening == "sub"
    named = (opening == "np" and "but" not in statement.parts[0].words) or statement.label or statement.cell
    return narrowed or bool(statement.dependents) or not named


APPLYING = frozenset({"gelten", "apply"})
POINTING = frozenset({("this",), ("the",), ("it",), ("which",), ("what",)})
UNREAD_VERB = "sentence"
"""Verb of an English sentence that no clause could be read of; the marks of its parts are the kinds of its words."""
OPENING_FRAGMENTS = frozenset({"neg", "focus", "limit", "sub", "prep", "conj"})
VERBS = frozenset({"verb", "aux", "modal"})
