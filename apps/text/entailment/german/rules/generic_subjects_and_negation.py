"""Generic subjects ("Sie", "man", "es") and negation ("kein", "niemand") in other words. German."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from apps.text.entailment.both_languages.clause_part import ACCUSATIVE, NOMINATIVE, Part
from apps.text.entailment.both_languages.negation_rules import COUNTED
from apps.text.entailment.both_languages.statement import (
    Statement,
    drop_parts,
    mark_reasons_before_denial,
    replace_verb,
)

GENERIC = frozenset({"you", "one", "we"})


def generic_agent(statement: Statement) -> None:
    """ "Sie", "man", "wir" as subject of an active sentence: kept aside, a passive without agent may stand for it."""
    if statement.predicate.voice != "active":
        return
    subjects = [
        p
        for p in statement.parts
        if p.mark == "np" and len(p.words) == 1 and p.words[0] in GENERIC and NOMINATIVE in p.cases and not p.scope
    ]
    if statement.predicate.singular:
        subjects = [p for p in subjects if p.words != ("you",)]  # "Wann kann die Leitung Sie ausschließen?"
    if len(subjects) == 1:
        statement.generic = subjects[0].words[0]
        drop_parts(statement, lambda part: part is subjects[0])


def nobody(statement: Statement) -> None:
    """ "Niemand darf den Hof betreten" as "man darf den Hof nicht betreten"."""
    named = [p for p in statement.parts if p.words == ("nobody",) and p.mark == "np" and NOMINATIVE in p.cases]
    denied = statement.scope or any("not" in p.scope or p.determiner in COUNTED | {"no"} for p in statement.parts)
    if statement.predicate.voice != "active" or len(named) != 1 or named[0].scope or statement.generic or denied:
        return
    if statement.predicate.modality in {"may", "can"} and named[0].text.lower() == "niemand":
        drop_parts(statement, lambda part: part is named[0])
        statement.generic, statement.scope = "one", ("not",)
        statement.licences.append("negation: niemand darf = man darf nicht")


def nowhere(statement: Statement) -> None:
    """ "In keinem Raum darf geraucht werden" as "in allen Räumen darf nicht geraucht werden"."""
    found = statement.predicate
    if statement.denied or any("not" in p.scope or p.determiner in COUNTED for p in statement.parts):
        return
    if found.modality not in {"may", "can"} and not found.imperative:
        return
    places = [i for i, p in enumerate(statement.parts) if p.mark in PLACES and p.words[:1] == ("no",) and not p.scope]
    if len(places) == 1:
        part = statement.parts[places[0]]
        statement.parts[places[0]] = replace(part, words=("all", *part.words[1:]), determiner="all")
        statement.scope = (*statement.scope, "not")
        statement.licences.append("negation: in keinem = in allen nicht")


PLACES = frozenset({"in", "on", "at", "within", "near"})


def one_denied(statement: Statement) -> None:
    """ "Ein Mitglied hat nicht zugestimmt" is not "Kein Mitglied hat zugestimmt": of one is told, not of any.

    Rules speak of any: "Ein Hund darf nicht mitgebracht werden", "Ein Anspruch besteht nicht", "Einen Anspruch haben
    Sie nicht".
    """
    found = statement.predicate
    is_told = found.tense in {"past", "perfect"} or (found.voice == "active" and not found.modality)
    if not statement.denied or not is_told or found.verb in EXISTING:
        return
    for index, part in enumerate(statement.parts):
        is_right = found.verb == "haben" and part.words in {("anspruch",), ("rechtsanspruch",)}
        if part.mark == "np" and part.text.split(" ")[0].lower() in ONE and part.words[:1] != ("a",) and not is_right:
            statement.parts[index] = replace(part, words=("a", *part.words))


ONE = frozenset({"ein", "eine", "einen", "einem", "einer", "eines"})
EXISTING = frozenset({"bestehen", "existieren", "geben", "vorliegen", "sein", "erfolgen", "stattfinden", "gelten"})


def reasons_in_front(statement: Statement) -> None:
    """ "Weil Unterlagen fehlten, wurde er nicht abgelehnt": after the denial the reason may be what is denied."""
    if statement.denied and statement.front == 0 and not statement.predicate.imperative:
        mark_reasons_before_denial(statement)


def forbidding_order(statement: Statement) -> None:
    """ "Bringen Sie keine Hunde mit" as "Sie dürfen keine Hunde mitbringen"."""
    if statement.predicate.imperative and statement.denied:
        statement.predicate = replace(statement.predicate, modality="may", imperative=False)
        statement.licences.append("modality: an order not to = may not")


def announced(statement: Statement) -> None:
    """ "folgende Unterlagen: …" as "diese Unterlagen: …": the list after the colon says which."""
    colon = next((i for i, p in enumerate(statement.parts) if p.sign == ":"), 0)
    for index, part in enumerate(statement.parts[:colon]):
        if len(part.words) > 1 and part.words[0] in {"folgend", "this"} and not part.scope:
            statement.parts[index] = replace(part, words=part.words[1:], determiner="")
            statement.licences.append("word: folgende = diese, before a list")


def listed_after_colon(statement: Statement) -> None:
    """ "Beizufügen sind folgende Unterlagen: A und B", "beizufügen sind: A, B" as "beizufügen sind A und B"."""
    colon = next((i for i, p in enumerate(statement.parts) if p.sign == ":"), len(statement.parts))
    after = statement.parts[colon:]
    told = [
        i
        for i, p in enumerate(statement.parts[:colon])
        if p.text.lower().startswith(("folgende", "diese")) and is_heading_noun(p)
    ]
    after = join_comma_list(after) if statement.predicate.plural else after
    attributes = after[1:]
    if not told and len(after) == 1:
        put_items_in_place(statement, colon, after[0])
        return
    if len(told) != 1 or not after or after[0].mark != "np" or after[0].scope or statement.parts[told[0]].scope:
        return
    if any(p.mark in {"np", "value", "adv", "adj"} or p.sign or p.has_value for p in attributes):
        return
    named = statement.parts[told[0]]
    listed = replace(after[0], sign="", cases=named.cases, turned=True)
    before, after = statement.parts[: told[0]], statement.parts[told[0] + 1 : colon]
    statement.parts = [*before, listed, *attributes, *after]
    statement.licences.append("list: what is announced, in its place")


def put_items_in_place(statement: Statement, colon: int, listed: Part) -> None:
    """ "Vorzulegen sind: A, B": only where all of them must be, and nothing else is named."""
    before = statement.parts[:colon]
    named = any(p.mark == "np" and p.words != ("you",) for p in before)
    if statement.predicate.modality != "must" or named or listed.mark != "np" or "and" not in listed.words:
        return
    case = NOMINATIVE if statement.predicate.voice == "passive" else ACCUSATIVE
    statement.parts = [*before, replace(listed, sign="", cases=frozenset({case}), turned=True)]
    statement.licences.append("list: what is announced, in its place")


def join_comma_list(listed: Sequence[Part]) -> list[Part]:
    """ "A, B": all of them, as in "A und B"."""
    plain = all(p.mark == "np" and not (p.scope or p.determiner or p.has_value) for p in listed)
    if len(listed) < len(("A", "B")) or not plain or any(p.sign != "," for p in listed[1:]):
        return list(listed)
    words = [word for p in listed for word in ("and", *p.words)]
    return [replace(listed[0], words=tuple(words[1:]), text=", ".join(p.text for p in listed))]


HEADINGS = frozenset(
    {
        *("unterlage", "nachweis", "dokument", "angabe", "person", "gegenstand", "gebühr", "pflicht", "aufgabe"),
        *"""
        formular papier bescheinigung leistung abfall stoff fall kosten datum information
        """.split(),  # noqa: SIM905 - a list of words to be read
    }
)
"""Nouns that say no more of the items after a colon than what kind of things they are."""


def is_heading_noun(part: Part) -> bool:
    return part.mark == "np" and len(part.words) <= 2 and part.words[-1:] != () and part.words[-1] in HEADINGS


def expletive(statement: Statement) -> None:
    """ "Es gelten folgende …", "Es ist eine Anmeldung nötig": "es" only holds the place in front of what is told of."""
    leading = bool(statement.parts) and statement.parts[0].words == ("it",) and statement.front == 1
    announcing = statement.predicate.voice == "passive" or is_announcing(statement)
    if announcing and leading and is_subject_introduced(statement.parts[1:]):
        drop_parts(statement, lambda part: part is statement.parts[0])
        return
    told = any(d.relation in {"to", "that"} for d in statement.dependents)
    if statement.predicate.voice == "passive" and told:
        drop_parts(statement, lambda part: part.words == ("it",) and not part.scope)
    leading = bool(statement.parts) and statement.parts[0].words == ("it",) and statement.front == 1
    if leading and statement.predicate.plural:
        drop_parts(statement, lambda part: part is statement.parts[0])
        return
    if leading and statement.predicate.verb in {"gelten", "zählen"}:
        drop_parts(statement, lambda part: part is statement.parts[0])


def is_announcing(statement: Statement) -> bool:
    """ "Es ist eine Anmeldung nötig", "Es muss eine Prüfung erfolgen": what is told of comes behind the verb."""
    others = [p for p in statement.parts[1:] if p.mark == "np"]
    judged = statement.predicate.verb == "sein" and any(p.mark == "adj" for p in statement.parts)
    return len(others) == 1 and (
        judged or statement.predicate.verb in {"erfolgen", "stattfinden", "anfallen", "entstehen"}
    )


def is_subject_introduced(parts: Sequence[Part]) -> bool:
    """The subject comes for the first time, or there is none."""
    subjects = [p for p in parts if p.mark == "np" and NOMINATIVE in p.cases]
    return not subjects or any(p.text.split(" ")[0].lower() in INTRODUCED or p.text[:1].isupper() for p in subjects)


INTRODUCED = frozenset({"ein", "eine", "kein", "keine", "mehrere", "alle"})
"""Articles of what "es" in front announces: "Es muss ein Termin vereinbart werden"."""


CORRELATES = frozenset({("dazu",), ("darüber",), ("darauf",), ("davon",), ("daran",), ("damit",), ("darum",)})


def correlate(statement: Statement) -> None:
    """ "Angaben dazu, ob …": it only announces the clause."""
    if sum(d.relation in {"that", "whether", "to"} for d in statement.dependents) == 1:
        drop_parts(statement, lambda part: part.words in CORRELATES and part.mark == "adv" and not part.scope)


def one_of_both(statement: Statement) -> None:
    """ "eines von beiden: entweder A oder B": the alternative says it."""
    for index, part in enumerate(statement.parts[:-1]):
        both = statement.parts[index + 1]
        if part.words == ("a",) and both.words == ("both",) and any("either" in p.words for p in statement.parts):
            drop_parts(statement, lambda p, taken=(part, both): p in taken)  # type: ignore[misc]
            return


BELOW_DENIAL = frozenset({"np", "for", "without", "in", "at", "on", "about_topic", "next_to", "behind", "opposite"})
"""What a verb governs, and places. "Nicht wegen X abgelehnt" is not "wegen X nicht abgelehnt": a reason, an aim, a time
or a bound may be denied, or be that of what is denied."""
SPANS_AND_REASONS = frozenset(
    {
        *"tag nacht woche monat jahr stunde minute zeit zeitraum weile sommer winter".split(),  # noqa: SIM905
        *("grund", "zweck", "ziel", "absicht", "interesse", "rahmen", "sinn", "hinblick", "anbetracht", "zug", "name"),
        *("fall", "folge", "anlass", "rücksicht", "auftrag", "zusammenhang", "dauer", "lauf", "verlauf", "gegensatz"),
        *("vergleich", "übereinstimmung", "abweichung", "ergänzung", "ausnahme", "regel", "hoffnung", "erwartung"),
    }
)


def denial_of_part(statement: Statement) -> None:
    """ "haftet nicht für Gegenstände" as "haftet für Gegenstände nicht"; what is counted keeps its denial."""
    denied = [i for i, p in enumerate(statement.parts) if p.scope == ("not",)]
    if (
        len(denied) != 1
        or statement.denied
        or any(p.determiner in COUNTED or "but_rather" in p.words for p in statement.parts)
    ):
        return
    part = statement.parts[denied[0]]
    if denies_attribute(part):
        return
    after_verb = statement.relation or denied[0] >= statement.front  # In a clause all stands in front of its verb.
    before = part.mark == "adv" and part.words == ("in_advance",)  # "nicht vorher" is "vorher nicht".
    if (part.mark not in BELOW_DENIAL and not before) or part.has_value or not after_verb:
        return
    if SPANS_AND_REASONS.intersection(part.words):
        return
    statement.parts[denied[0]] = replace(part, scope=())
    statement.scope = (*statement.scope, "not")


def neither(statement: Statement) -> None:
    """ "Weder A noch B darf …" is "A oder B darf nicht …"."""
    for index, part in enumerate(statement.parts):
        pairs = [i for i, pair in enumerate(pairwise(part.words)) if pair == ("and", "not")]
        if not pairs or part.words.count("not") != len(pairs) or "or" in part.words:
            continue
        denied = (*statement.scope, *part.scope)
        if denied == ("not",):
            kept = [("or" if i in pairs else word) for i, word in enumerate(part.words) if i - 1 not in pairs]
            statement.parts[index] = replace(part, words=tuple(kept), scope=())
            statement.scope = denied
            statement.licences.append("negation: weder A noch B = A oder B nicht")


def denies_attribute(part: Part) -> bool:
    """ "nicht benötigte Karten": only the participle in front of the noun is denied."""
    written = part.text.split(" ")
    if len(part.words) < len(("benötigt", "karte")) or len(written) < len(("nicht", "benötigte", "Karten")):
        return False
    return written[0].lower() == "nicht" and written[1].endswith(("te", "ten", "ter", "tes", "ene", "enen", "ener"))


def never(statement: Statement) -> None:
    """ "darf nie betreten werden" as "darf zu jeder Zeit nicht betreten werden"."""
    if statement.scope == ("never",) and not any(p.scope for p in statement.parts):
        statement.scope = ("not",)
        statement.parts = [*statement.parts, Part("adv", ("always",), text="nie")]
        statement.licences.append("negation: nie = jederzeit nicht")


WITHOUT_A_MEAN = frozenset(
    {
        *("wirksam", "gültig", "vollständig", "zuständig", "befugt", "berechtigt", "verbindlich", "befristet"),
        *("anfechtbar", "widerruflich", "kündbar", "übertragbar", "teilbar", "zustellbar", "beglaubigt"),
    }
)
"""Adjectives between which and their opposite with "un" there is nothing: what is not "wirksam" is "unwirksam"."""


def opposite_adjective(statement: Statement) -> None:
    """ "ist unwirksam" as "ist nicht wirksam"."""
    name, _, adjective = statement.predicate.verb.partition(" ")
    told = adjective.removeprefix("un")
    if name == "sein" and adjective != told and told in WITHOUT_A_MEAN and not statement.scope:
        replace_verb(statement, f"sein {told}", same_subject=True)
        statement.scope = ("not",)
        statement.licences.append(f"negation: un{told} = nicht {told}")


def always_apart(statement: Statement) -> None:
    """ "jederzeit" is a time of its own, wherever it stands; not beside a denial: "nicht immer"."""
    scopes = [statement.scope, *(p.scope for p in statement.parts)]
    if ("always",) not in scopes or sum("always" in scope for scope in scopes) != 1:
        return
    if statement.denied or any("not" in p.scope for p in statement.parts):
        return
    place = scopes.index(("always",)) - 1
    always = Part("adv", ("always",), text="jederzeit")
    if place < 0:
        statement.scope = ()
        statement.parts = [*statement.parts, always]
        return
    part = statement.parts[place]
    statement.parts[place : place + 1] = [always, replace(part, scope=())]
    statement.front += place < statement.front
