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


def narrows_numbered(text: str, noun: str, number: int) -> bool:
    """Whether a sentence takes back in part what a numbered one says: "Absatz 1 gilt nicht für Blindenhunde."

    `noun` is "absatz" or "satz".
    """
    return len(text) <= LONGEST_READ and any(
        (narrowed(statement) or bool(statement.dependents) or statement.predicate.verb == DEVIATING)
        and statement.predicate.verb in {*APPLYING, DEVIATING}
        and any(p.words[:1] == (noun,) and f"number:{number}" in p.words for p in statement.parts)
        for statement in statements(text)[:1]
    )


def takes_back(statement: Statement) -> bool:
    """ "Das gilt nicht für …", "Ausgenommen sind …", "…, nicht aber sonntags": it narrows what stands before."""
    verb = statement.predicate.verb
    if verb.startswith(("ausnehmen", "abweichen")) or any(p.mark.startswith("except") for p in statement.parts):
        return True
    if narrows_alone(statement):
        return True
    points_back = any(p.words[-1:] in POINTING or p.text.lower() in {"das", "dies", "this"} for p in statement.parts)
    return verb in APPLYING and narrowed(statement) and (points_back or not statement.parts)


def narrowed(statement: Statement) -> bool:
    """It is denied, or said of some only; "auch" says it of more."""
    return any(set(scope) - EXTENDING for scope in (statement.scope, *(p.scope for p in statement.parts)))


def narrows_alone(statement: Statement) -> bool:
    """ "Aber nicht sonntags.", "Sofern Platz ist.", "Except on Sundays.": no clause of its own, and no heading."""
    first = statement.parts[0] if statement.parts else None
    opening = first.mark if first else ""
    if statement.predicate.verb == UNREAD_VERB:
        return narrows_unread(statement)
    if statement.predicate.verb or statement.label or statement.cell:
        return opening == "sub"
    if first is None:
        return bool(statement.dependents)  # "Es sei denn, es ist Markt."
    if EXTENDING & {*first.words, *first.scope, *statement.scope}:
        return False
    return (
        narrowed(statement)
        or bool(statement.dependents)
        or opening in {"adv", "adj"}
        or opening.partition("+")[0] in NARROWING
        or "but" in first.words
    )


def narrows_unread(statement: Statement) -> bool:
    """Of an English sentence whose parts are words by their kind: "this applies to members only"."""
    kinds = {p.mark for p in statement.parts}
    applied = any(p.words == ("apply",) for p in statement.parts) and statement.parts[0].words in POINTING
    if applied:
        return bool(kinds & {"neg", "focus"}) and not any(p.words[:1] in {("also",), ("too",)} for p in statement.parts)
    first = statement.parts[0] if statement.parts else None
    opens = first is not None and (
        first.mark in OPENING_FRAGMENTS or (first.mark, first.words[0]) in OPENING_PREPOSITIONS
    )
    return opens and not kinds & VERBS and not any(p.words[:1] == ("also",) for p in statement.parts)


EXTENDING = frozenset({"also", "especially", "example", "beispiel", "even", "already"})
NARROWING = frozenset(
    {
        "except",
        "without",
        "subject_to",
        "until",
        "starting",
        "for",
        "near",
        "per",
        "within",
        "under",
        "not_before",
        "if",
        "unless",
    }
)
"""Prepositions and the like that open a fragment which says of whom or when alone something holds. With "am", "in" and
"mit" begin addresses and greetings, too."""
APPLYING = frozenset({"gelten", "apply"})
DEVIATING = "abweichen"
POINTING = frozenset({("this",), ("the",), ("it",), ("which",), ("what",)})
UNREAD_VERB = "sentence"
"""Verb of an English sentence that no clause could be read of; the marks of its parts are the kinds of its words."""
OPENING_FRAGMENTS = frozenset({"neg", "focus", "limit", "sub", "conj"})
OPENING_PREPOSITIONS = frozenset({("prep", key) for key in NARROWING})
VERBS = frozenset({"verb", "aux", "modal"})
