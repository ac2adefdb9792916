"""Sentences and fragments that narrow the sentence before them: "Das gilt nicht für Gäste.", "Aber nicht sonntags."."""

import re

from apps.text.entailment.both_languages.statement import Statement
from apps.text.entailment.parse_statements import parse_statements

LONGEST_READ = 1_000
"""Characters. A longer sentence says something of its own."""

FEW_WORDS, IN_ENGLISH = 4, "This is the rule."


def narrows_sentence_before(text: str) -> bool:
    """Whether a sentence takes back in part what the one before it says, so that this one alone says too much."""
    if len(text) > LONGEST_READ:
        return False
    read = [*parse_statements(text)[:1]]
    if PURPOSE.match(text):  # "Damit werden die Kosten gedeckt." may be read as a clause alone.
        read = [one for one in read if one.parts]
    if read and is_noun_phrase_only(read[0]) and len(text.split()) <= FEW_WORDS:
        # "Excluding guests." has no word that tells its language, and German takes unknown ones for nouns.
        read += parse_statements(f"{IN_ENGLISH} {text}")[1:2]
    return any(narrows_statement_before(statement) for statement in read)


def is_noun_phrase_only(statement: Statement) -> bool:
    return not statement.predicate.verb and [p.mark for p in statement.parts[:1]] == ["np"]


def narrows_numbered_provision(text: str, noun: str, number: str) -> bool:
    """Whether a sentence takes back in part what a numbered one says: "Absatz 1 gilt nicht für Blindenhunde."

    `noun` is "absatz", "satz" or "§".
    """
    return len(text) <= LONGEST_READ and any(
        narrows_provision(one, noun, number) or deviates_from(one, noun, number) for one in parse_statements(text)[:1]
    )


def narrows_provision(one: Statement, noun: str, number: str) -> bool:
    return (
        (is_narrowed(one) or bool(one.dependents) or one.predicate.verb in OVERRULING)
        and one.predicate.verb in {*APPLYING, *OVERRULING}
        and any(noun in p.words[:1] and f"number:{number}" in p.words for p in one.parts)
    )


def deviates_from(one: Statement, noun: str, number: str) -> bool:
    """ "Abweichend von § 3 beträgt die Gebühr 60 Euro."; "§ 3 Absatz 2" is not all of § 3."""
    named = [p.words for p in one.parts if p.mark == "from" and p.words[:1] == (noun,)]
    return any(p.words == DEVIATING for p in one.parts) and any(
        f"number:{number}" in words and not FINER & set(words[1:]) for words in named
    )


def narrows_statement_before(statement: Statement) -> bool:
    """ "Das gilt nicht für …", "Ausgenommen sind …", "…, nicht aber sonntags": it narrows what stands before."""
    verb = statement.predicate.verb
    if verb.startswith(("ausnehmen", "abweichen")) or any(p.mark.startswith("except") for p in statement.parts):
        return True
    if is_narrowing_fragment(statement) or deviates_from_that(statement):
        return True
    named = any(p.mark == "np" and p.words not in POINTING for p in statement.parts)
    points_back = any(
        (p.words[-1:] in POINTING and not (named and p.text in EXPLETIVE))
        or set(p.words) & OF_WHAT_WAS_SAID
        or p.text.lower() in {"das", "dies", "this"}
        for p in statement.parts
    )
    return is_narrowed(statement) and (points_back or (verb in APPLYING and not named))


def deviates_from_that(one: Statement) -> bool:
    """ "Abweichend hiervon dürfen Hunde frei laufen."."""
    return any(set(p.words) & {*DEVIATING} for p in one.parts) and any(
        set(p.words) & {"davon", "hiervon"} for p in one.parts
    )


def is_narrowed(statement: Statement) -> bool:
    """It is denied, or said of some only; "auch" says it of more."""
    return any(set(scope) - EXTENDING for scope in (statement.scope, *(p.scope for p in statement.parts)))


def is_narrowing_fragment(statement: Statement) -> bool:
    """ "Aber nicht sonntags.", "Sofern Platz ist.", "Except on Sundays.": no clause of its own, and no heading."""
    first = statement.parts[0] if statement.parts else None
    opening = first.mark if first else ""
    if statement.predicate.verb == UNREAD_VERB:
        return is_narrowing_unread_sentence(statement)
    if statement.predicate.verb or statement.label or statement.cell:
        return opening == "sub"
    if first is None:
        return bool(statement.dependents)  # "Es sei denn, es ist Markt."
    if EXTENDING & {*first.words, *first.scope, *statement.scope}:
        return False
    return (
        is_narrowed(statement)
        or bool(statement.dependents)
        or opening not in {"np", "value", *OF_ADDRESSES}
        or "but" in first.words
    )


def is_narrowing_unread_sentence(statement: Statement) -> bool:
    """Whether an English sentence whose parts are words by kind narrows: "this applies to members only"."""
    words = [word for p in statement.parts for word in p.words]
    if not words or EXTENDING & set(words):
        return False
    first, *others = statement.parts
    kinds = {p.mark for p in statement.parts}
    if "apply" in words and first.words in POINTING:
        return bool(kinds & {"neg", "focus"})
    if first.mark == "sub":  # "Where space allows."; after a comma stands a clause of its own
        return "," not in statement.text
    if first.mark == "verb":  # "Depending on the weather."
        return first.text.lower().endswith("ing") and not {p.mark for p in others} & VERB_KINDS
    opens = first.mark in OPENING_FRAGMENTS or (first.mark == "prep" and words[0] not in OF_ADDRESSES)
    qualified = first.mark in {"adj", "adv"} and bool(others) and others[0].mark in {"prep", "adv", "neg"}
    return not kinds & VERB_KINDS and bool(opens or qualified or kinds & {"neg", "focus"})


EXTENDING = frozenset({"also", "too", "especially", "for_example", "even", "already"})
"""With one of these a sentence says the same of more."""
OF_ADDRESSES = frozenset({"at", "in", "with"})
"""Prepositions with which addresses and greetings begin; a fragment with another one says of whom or when alone."""
DEVIATING, FINER = ("abweichend",), frozenset({"absatz", "satz"})
APPLYING = frozenset({"gelten", "apply"})
OVERRULING = frozenset({"abweichen", "aufheben", "streichen", "entfallen", "wegfallen", "anwenden", "repeal", "delete"})
OF_WHAT_WAS_SAID = frozenset(
    {f"{begin}{end}" for begin in ("da", "hier") for end in ("von", "für", "bei", "zu", "mit", "durch", "gegen")}
    | {"darauf", "hierauf", "daran", "hieran", "darüber", "hierüber", "darunter", "hierunter"}
)
"""Adverbs that stand for it, as in "Ein Anspruch darauf besteht nicht."."""
POINTING = frozenset({("this",), ("the",), ("it",), ("which",), ("what",)})
EXPLETIVE = frozenset({"Es", "es"})
"""Beside another phrase it stands for nothing: "Es ist keine Anmeldung erforderlich."."""
PURPOSE = re.compile(r"(?:Damit|Um|So that|In order to)\b")
UNREAD_VERB = "sentence"
"""Verb of an English sentence that no clause could be read of; the marks of its parts are the kinds of its words."""
OPENING_FRAGMENTS = frozenset({"limit", "conj"})
VERB_KINDS = frozenset({"verb", "aux", "modal"})
