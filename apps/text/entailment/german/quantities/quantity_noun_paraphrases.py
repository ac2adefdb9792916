"""Nouns that name what is measured: "hat eine Länge von 5 km" is "ist 5 km lang". German."""

from dataclasses import replace

from apps.text.entailment.both_languages.clause_part import NOMINATIVE, Part
from apps.text.entailment.both_languages.statement import Statement, replace_verb
from apps.text.entailment.german.nominalisations.act_nouns import is_known_base_noun

STATING = frozenset({"betragen", "sein", "liegen", "haben"})
BOUNDED = {"mindest": "at_least", "minimal": "at_least", "höchst": "at_most", "maximal": "at_most"}
NO_BOUNDS = frozenset({"gebot", "stand", "temperatur", "wert", "mass", "haltbarkeit", "leistung", "strafe"})
"""After "Höchst…" and "Mindest…" these name the highest or lowest that there was, or a term of its own."""


def bounded_noun(statement: Statement) -> None:
    """ "Die Mindestgebühr beträgt 20 Euro" as "die Gebühr beträgt mindestens 20 Euro"."""
    named = [(p, split_bound_noun(p)) for p in statement.parts if p.mark == "np" and split_bound_noun(p)[0]]
    values = [p for p in statement.parts if p.has_value and p.mark in {"value", "np", "near", "from"}]
    found = statement.predicate
    if found.verb not in STATING or found.voice != "active" or statement.denied or len(named) != 1 or len(values) != 1:
        return
    noun, (rest, bound) = named[0]
    if noun.scope or noun.determiner or values[0].scope:
        return
    words = (rest, *noun.words[2 if noun.words[0] == bound else 1 :])
    changed = {id(noun): replace(noun, words=words), id(values[0]): replace(values[0], scope=(bound,))}
    statement.parts = [changed.get(id(p), p) for p in statement.parts]
    if found.verb != "haben":
        replace_verb(statement, "betragen", same_subject=True)
    statement.licences.append(f"limit: {noun.text} beträgt = {rest} beträgt {bound}")


def split_bound_noun(part: Part) -> tuple[str, str]:
    """ "mindestgebühr" as ("gebühr", "at_least"); two empty texts for other nouns."""
    name = part.words[0] if part.words else ""
    if name in BOUNDED.values() and part.words[1:2] and part.words[1] in ADJECTIVES.keys() | VERBS.keys():
        return part.words[1], name
    for prefix, bound in BOUNDED.items():
        rest = name.removeprefix(prefix)
        # "höchstdau", "mindestgröss": what the tagger takes for base forms.
        for noun in (rest, f"{rest}er", f"{rest}e") if rest != name else ():
            if noun not in NO_BOUNDS and is_known_base_noun(noun):
                return noun, bound
    return "", ""


ADJECTIVES = {
    "länge": "lang", "breite": "breit", "höhe": "hoch", "tiefe": "tief", "grösse": "gross", "fläche": "gross",
    "alter": "alt",
}  # fmt: skip
VERBS = {"laufzeit": "laufen", "dauer": "dauern", "gültigkeit": "gelten", "gültigkeitsdauer": "gelten"}
KINDS = {"alt": ("months:", "days:"), "gross": ("square_metres:", "metres:")}
LENGTHS, SPANS = ("metres:",), ("months:", "days:", "minutes:")


def measured_noun(statement: Statement) -> None:
    """ "Die Länge des Weges beträgt 5 km", "der Weg hat eine Länge von 5 km" as "der Weg ist 5 km lang"."""
    found = statement.predicate
    if found.voice != "active" or statement.denied:
        return
    named = [
        p for p in statement.parts if p.mark == "np" and p.words and p.words[0] in ADJECTIVES.keys() | VERBS.keys()
    ]
    stated = found.verb == "betragen" and len(named) == 1 and named[0].words[1:2] == ("of",)
    owned = found.verb == "haben" and len(named) == 1 and len(named[0].words) == 1
    if not (stated or owned) or named[0].scope or named[0].determiner:
        return
    noun = named[0].words[0]
    kinds = SPANS if noun in VERBS else KINDS.get(ADJECTIVES[noun], LENGTHS)
    values = [p for p in statement.parts if p.mark in {"value", "from"} and len(p.words) == 1 and p.has_value]
    if (
        len(values) != 1
        or not values[0].words[0].startswith(kinds)
        or (owned and not has_single_owner(statement, named[0]))
    ):
        return
    thing = replace(named[0], words=named[0].words[2:], cases=frozenset({NOMINATIVE}), turned=True)
    changed = {id(named[0]): [thing] if stated else [], id(values[0]): [replace(values[0], mark="value")]}
    statement.front -= owned and statement.parts.index(named[0]) < statement.front
    statement.parts = [other for p in statement.parts for other in changed.get(id(p), [p])]
    name = VERBS.get(noun) or f"sein {ADJECTIVES[noun]}"
    replace_verb(statement, name, same_subject=owned)
    statement.licences.append(f"word: {noun} von X = {name} X")


def valid_for(statement: Statement) -> None:
    """ "hat eine Gültigkeit von zehn Jahren", which is "gilt von zehn Jahren" by its idiom, as "gilt zehn Jahre"."""
    spans = [p for p in statement.parts if p.mark == "from" and len(p.words) == 1 and p.words[0].startswith(SPANS)]
    if statement.predicate.verb == "gelten" and len(spans) == 1 and not any(p.mark == "until" for p in statement.parts):
        statement.parts = [replace(p, mark="value") if p is spans[0] else p for p in statement.parts]
        statement.licences.append("word: eine Gültigkeit von X = gilt X")


def has_single_owner(statement: Statement, noun: Part) -> bool:
    """One other phrase in the clause, which has the length or the age."""
    others = [p for p in statement.parts if p.mark == "np" and p is not noun]
    return len(others) == 1 and NOMINATIVE in others[0].cases


def age_of_all(statement: Statement) -> None:
    """ "Das Mindestalter beträgt 16 Jahre" as "Sie müssen mindestens 16 Jahre alt sein"."""
    found = statement.predicate
    ages = [p for p in statement.parts if p.mark == "np" and p.words == ("alter",) and not p.scope and not p.determiner]
    bounded = [p for p in statement.parts if p.mark == "value" and p.scope in {("at_least",), ("at_most",)}]
    plain = found.verb == "betragen" and not found.modality and not statement.scope and not statement.generic
    if plain and len(ages) == len(bounded) == 1 and all(p.mark != "np" or p is ages[0] for p in statement.parts):
        statement.front -= statement.parts.index(ages[0]) < statement.front
        statement.parts = [p for p in statement.parts if p is not ages[0]]
        replace_verb(statement, "sein alt", modality="must")
        statement.generic = "you"
        statement.licences.append("age: das Mindestalter beträgt = Sie müssen mindestens … alt sein")


COUNTING = frozenset({"betragen", "begrenzen", "beschränken"})
PARTICIPANTS = frozenset({("teilnehmerzahl",), ("zahl", "of", "teilnehmer"), ("anzahl", "of", "teilnehmer")})


def number_of_participants(statement: Statement) -> None:
    """ "Die Teilnehmerzahl ist auf 20 Personen begrenzt" as "höchstens 20 Personen können teilnehmen"."""
    found = statement.predicate
    named = [p for p in statement.parts if p.mark == "np" and p.words[p.words[:1] == ("at_most",) :] in PARTICIPANTS]
    counts = [p for p in statement.parts if p.words[:1] and number_of_persons(p)]
    limited = found.verb != "betragen" and found.voice == "passive" and found.tense in {"present", "perfect"}
    plain = found.verb in COUNTING and not (found.modality or statement.scope or statement.generic)
    if not plain or len(named) != 1 or len(counts) != 1 or len(statement.parts) != len(("noun", "count")):
        return
    if found.verb == "betragen" and (named[0].words[0] != "at_most" or found.tense != "present"):
        return  # "beträgt mindestens 20" may be what was counted.
    count = counts[0]
    bound = count.scope or (("at_most",) if limited or "at_most" in {named[0].words[0], count.words[0]} else ())
    if bound != ("at_most",) or (limited and count.mark != "on"):
        return
    persons = (number_of_persons(count), "person")
    who = Part("np", persons, bound, frozenset({NOMINATIVE}), text=count.text, turned=True)
    statement.parts = [who if p is count else p for p in statement.parts if p is not named[0]]
    statement.front = 1
    replace_verb(statement, "teilnehmen", voice="active", tense="present", modality="can")
    statement.licences.append("limit: Teilnehmerzahl auf X begrenzt = höchstens X können teilnehmen")


def number_of_persons(part: Part) -> str:
    """The number of persons, of "20 Personen" and "20"; an empty text where something else is counted."""
    words = part.words[part.words[:1] in {("at_most",), ("at_least",)} :]
    persons = words[1:] in {(), ("person",), ("teilnehmer",)}
    return words[0] if words and words[0].startswith("number:") and persons else ""
