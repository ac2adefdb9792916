"""Rewrites duties, exemptions and permits named by nouns or adjectives: "von der Räumpflicht befreit". German."""

from dataclasses import replace

from apps.text.entailment.both_languages.clause_part import NOMINATIVE, Part
from apps.text.entailment.both_languages.predicate import Predicate
from apps.text.entailment.both_languages.statement import Statement, drop_parts, replace_verb
from apps.text.entailment.german.nominalisations.act_nouns import (
    AMBIGUOUS,
    head_index,
    infinitive_of_stem,
    verb_of_act_noun,
    verb_of_part,
)
from apps.text.entailment.german.nominalisations.needed_acts import GIVEN_PERMITS
from apps.text.entailment.german.nominalisations.persons_and_offices import is_person
from apps.text.entailment.german.rules.amount_phrases import RECEIVING


def needing_form(statement: Statement) -> None:
    """ "Die Kündigung bedarf der Schriftform" as "es muss schriftlich gekündigt werden"."""
    forms = [p for p in statement.parts if p.mark == "np" and p.words == ("schriftform",) and not p.scope]
    acts = [p for p in statement.parts if p.mark == "np" and p not in forms and verb_of_part(p) and head_index(p) == 0]
    found = statement.predicate
    if found.verb != "bedürfen" or len(forms) != 1 or len(acts) != 1 or found.modality or statement.denied:
        return
    if acts[0].scope or acts[0].determiner or forms[0].determiner:
        return
    rest = acts[0].words[2:]
    subject = [Part("np", rest, cases=frozenset({NOMINATIVE}), text=acts[0].text)] if rest else []
    place = statement.parts.index(acts[0])
    statement.parts[place : place + 1] = subject
    statement.parts = [replace(p, mark="adv", words=("in_writing",)) if p is forms[0] else p for p in statement.parts]
    statement.front = min(statement.front, len(statement.parts)) if rest else 0
    statement.predicate = Predicate(verb_of_part(acts[0]), "must", "passive", found.tense)
    statement.licences.append("modality: bedarf der Schriftform = muss schriftlich …")


def in_duty(statement: Statement) -> None:
    """ "Es gilt ein Rauchverbot", "für X besteht Anmeldepflicht", "X ist anmeldepflichtig" as "darf nicht", "muss"."""
    found = statement.predicate
    if (
        found.modality
        or found.tense == "past"
        or found.voice != "active"
        or any("not" in p.scope for p in statement.parts)
    ):
        return
    nouns = [p for p in statement.parts if p.mark == "np" and len(p.words) == 1 and split_duty_noun(p.words[0])[0]]
    others = [p for p in statement.parts if p.mark == "np" and p not in nouns and p.words != ("it",)]
    if found.verb in {"gelten", "bestehen"} and len(nouns) == 1 and not others and not nouns[0].scope:
        verb, forbidden = split_duty_noun(nouns[0].words[0])
        persons = [p for p in statement.parts if p.mark == "for"]
        statement.parts = [as_subject_of_duty(p) if p in persons else p for p in statement.parts if p not in nouns]
        drop_parts(statement, lambda part: part.words == ("it",))
        name = nouns[0].text
    elif found.verb.startswith("sein ") and found.verb.endswith("pflichtig") and len(others) == 1:
        verb, forbidden = split_duty_noun(found.verb.removeprefix("sein ").removesuffix("ig"))
        persons, name = [], found.verb.removeprefix("sein ")
        statement.parts = [as_subject_of_duty(p) if p in others else p for p in statement.parts]
    else:
        return
    if not verb or (forbidden and statement.denied) or len(persons) > 1:
        return
    by_person = any(is_person(p) for p in (*persons, *others))
    statement.front = min(statement.front, len(statement.parts))
    statement.predicate = Predicate(verb, "may" if forbidden else "must", "active" if by_person else "passive")
    statement.scope = (*statement.scope, *(("not",) if forbidden else ()))
    statement.licences.append(f"modality: {name} = {'darf nicht' if forbidden else 'muss'}")


def permit_in_adjective(statement: Statement) -> None:
    """ "Garagen sind genehmigungsfrei", "genehmigungspflichtig" as "für Garagen wird (k)eine Genehmigung gebraucht"."""
    found = statement.predicate
    adjective = found.verb.removeprefix("sein ")
    is_free = adjective.endswith("frei")
    stem = adjective.removesuffix("frei").removesuffix("pflichtig")
    permit = next((noun for noun in (stem, stem.removesuffix("s")) if noun in GIVEN_PERMITS and stem != adjective), "")
    things = [p for p in statement.parts if p.mark == "np" and not is_person(p)]
    plain = found.verb.startswith("sein ") and found.tense == "present" and not found.modality and not statement.scope
    if not permit or not plain or len(things) != 1 or sum(p.mark == "np" for p in statement.parts) != 1:
        return
    needed = Part("np", (permit,), cases=frozenset({NOMINATIVE}), text=adjective, turned=True)
    statement.parts = [replace(p, mark="for") if p is things[0] else p for p in statement.parts]
    statement.parts.append(needed)
    statement.scope = ("not",) if is_free else ()
    replace_verb(statement, "brauchen", voice="passive")
    statement.licences.append(f"word: {adjective} = {'keine ' if is_free else ''}{permit} brauchen")


def as_subject_of_duty(part: Part) -> Part:
    """ "für Anwohner" is who has to, "für Veranstaltungen" what it has to be done to."""
    return replace(part, mark="np", cases=frozenset({NOMINATIVE}), turned=True)


def exceptions_from(statement: Statement) -> None:
    """ "Von der Räumpflicht können Ausnahmen zugelassen werden" as "Ausnahmen von der Räumpflicht"."""
    named = [i for i, p in enumerate(statement.parts) if p.mark == "np" and p.words in EXCEPTED and not p.scope]
    rules = [i for i, p in enumerate(statement.parts) if p.mark == "from" and not (p.scope or p.has_value or p.sign)]
    if len(named) != 1 or len(rules) != 1 or statement.predicate.verb in RECEIVING:
        return
    rule, noun = statement.parts[rules[0]], statement.parts[named[0]]
    acting = statement.predicate.voice == "passive" and not any(p.mark == "by" for p in statement.parts)
    if acting and not rule.words[-1].endswith(("pflicht", "verbot")):
        return  # "von der Stadt zugelassen"
    end = rules[0] + 1
    while end < statement.front and rules[0] < statement.front:
        end += 1
    moved = statement.parts[rules[0] + 1 : end]
    whole = [replace(noun, words=(*noun.words, "of", *rule.words)), *moved]
    rest = [p for p in statement.parts if p is not rule and p is not noun and p not in moved]
    place = sum(p in rest for p in statement.parts[: named[0]])
    front = sum(p in rest for p in statement.parts[: statement.front])
    statement.parts = [*rest[:place], *whole, *rest[place:]]
    statement.front = front + (len(whole) if named[0] < statement.front else 0)
    statement.licences.append("order: von X Ausnahmen = Ausnahmen von X")


EXCEPTED = frozenset({("ausnahme",), ("abweichung",), ("befreiung",)})


NOT_OF_ACTS = frozenset(
    {
        *"schul steuer wehr dienst beitrags haft amts wahl treue obhuts sorge fürsorge".split(),  # noqa: SIM905
        *("berufs", "aufsichts", "verkehrssicherungs", "unterhalts", "abgabe", "abgaben", "gebühren", "kosten", "kur"),
    }
)
"""Beginnings of duties that are no act of this verb: who has to go to school is not schooled."""


def split_duty_noun(noun: str) -> tuple[str, bool]:
    """The verb of "anmeldepflicht" or "rauchverbot", and whether it is forbidden; an empty text for other nouns."""
    for ending, forbidden in (("pflicht", False), ("verbot", True)):
        stem = noun.removesuffix(ending)
        if stem != noun and stem and stem not in NOT_OF_ACTS:
            own = stem.removesuffix("s")
            return verb_of_act_noun(own) or infinitive_of_stem(stem) or infinitive_of_stem(
                stem.removesuffix("e")
            ) or infinitive_of_stem(own), forbidden
    return "", False


PERMITS = frozenset({"genehmigung", "erlaubnis", "zustimmung", "einwilligung", "zulassung", "bewilligung", "anmeldung"})


def exempted(statement: Statement) -> None:
    """ "Von der Räumpflicht befreit sind X" as "X müssen nicht räumen"."""
    if statement.predicate.modality:
        return
    freeing = [p for p in statement.parts if p.mark == "from" and len(p.words) == 1 and not p.scope]
    duties = [p for p in freeing if p.words[0].endswith("pflicht")]
    apart = [p for p in statement.parts if p.mark == "except" and p.words == ("ausgenommen",) and not p.scope]
    if statement.predicate.verb == "sein" and len(apart) == 1 and duties:
        drop_parts(statement, lambda part: part is apart[0])
        statement.predicate = Predicate("ausnehmen", voice="passive", tense="perfect")
    freed = statement.predicate.verb in {"befreien", "ausnehmen"} and statement.predicate.voice == "passive"
    if not freed or statement.denied:
        return
    verb = split_duty_noun(duties[0].words[0])[0] if len(duties) == 1 else ""
    if not verb or statement.predicate.tense not in {"perfect", "present"}:
        return
    drop_parts(statement, lambda part: part is duties[0])
    freed_persons = statement.predicate.verb == "befreien" or any(
        p.mark == "np" and is_person(p) for p in statement.parts
    )
    statement.predicate = Predicate(verb, "must", "active" if freed_persons else "passive")
    statement.scope = (*statement.scope, "not")
    statement.licences.append("modality: von der Pflicht befreit = müssen nicht")


NEEDING_PERMIT = frozenset(
    {
        *("garage", "carport", "zaun", "mauer", "gartenhaus", "gartenhütte", "wintergarten", "terrasse", "gaube"),
        *("antenne", "werbeanlage", "schild", "plakat", "veranstaltung", "strassenfest", "feuerwerk"),
        *("lagerfeuer", "osterfeuer", "container", "gerüst", "baum", "hecke", "solaranlage", "anlage", "gebäude"),
    }
)
"""Things and events that need a permit and never ask for one, as persons and offices do."""


def needs_permit_itself(part: Part) -> bool:
    return bool(part.words) and part.words[-1] in NEEDING_PERMIT


def thing_with_permit(statement: Statement) -> None:
    """ "Garagen brauchen keine Genehmigung" as "für Garagen wird keine Genehmigung gebraucht"."""
    found = statement.predicate
    named = [p for p in statement.parts if p.mark == "np"]
    permits = [p for p in named if p.words[-1:] and p.words[-1] in GIVEN_PERMITS and not p.scope and not p.determiner]
    things = [p for p in named if p not in permits and NOMINATIVE in p.cases and not p.scope and needs_permit_itself(p)]
    plain = found.verb == "brauchen" and found.voice == "active" and not found.modality and not statement.generic
    if not plain or len(named) != len(("thing", "permit")) or len(things) != 1 or len(permits) != 1:
        return
    changed = {
        id(things[0]): replace(things[0], mark="for"),
        id(permits[0]): replace(permits[0], cases=frozenset({NOMINATIVE}), turned=True),
    }
    statement.parts = [changed.get(id(p), p) for p in statement.parts]
    replace_verb(statement, "brauchen", voice="passive")
    statement.licences.append("word: X braucht eine Genehmigung = für X wird sie gebraucht")


def permit_for(statement: Statement) -> None:
    """ "Für das Fällen von Bäumen brauchen Sie eine Erlaubnis" as "Bäume dürfen nur mit Erlaubnis gefällt werden"."""
    if not is_present_need(statement.predicate) or statement.scope not in {(), ("not",)}:
        return
    permits = [p for p in statement.parts if p.mark == "np" and is_permit(p)]
    acts = [p for p in statement.parts if p.mark == "for" and verb_of_part(p) and head_index(p) == 0]
    acts = [p for p in acts if p.words[1:] or p.words[0] not in AMBIGUOUS]
    if len(permits) != 1 or len(acts) != 1 or acts[0].scope or acts[0].determiner or statement.dependents:
        return
    if statement.predicate.voice == "active" and statement.generic not in {"you", "one"}:
        return
    before = [p for p in statement.parts if p.words == ("in_advance",) and not p.scope]
    words = ("vorherig", *permits[0].words) if before else permits[0].words
    rest = acts[0].words[2:]
    thing = [Part("np", rest, cases=frozenset({NOMINATIVE}), text=acts[0].text)] if rest else []
    denied = statement.scope == ("not",)  # Who needs none may do it without.
    permit = replace(permits[0], mark="without" if denied else "with", words=words, scope=() if denied else ("only",))
    place = statement.parts.index(acts[0])
    parts = [*statement.parts[:place], *thing, *statement.parts[place + 1 :]]
    state_allowed_with_permit(
        statement, verb_of_part(acts[0]), [permit if p is permits[0] else p for p in parts if p not in before]
    )


def permit_to(statement: Statement) -> None:
    """ "Wer Kopien herstellen will, braucht eine Erlaubnis" as "Kopien dürfen nur mit Erlaubnis hergestellt werden"."""
    wished = [d for d in statement.dependents if is_wish_clause(d)]
    permits = [p for p in statement.parts if p.mark == "np" and is_permit(p)]
    named = [p for p in statement.parts if p.mark == "np"]
    if not is_present_need(statement.predicate) or statement.predicate.voice != "active":
        return
    if statement.generic not in {"you", "one"} or statement.scope:
        return
    if not len(wished) == len(statement.dependents) == len(permits) == len(named) == 1:
        return
    act = wished[0]
    done = [replace(p, cases=frozenset({NOMINATIVE}), turned=True) if p.mark == "np" else p for p in act.parts]
    permit = replace(permits[0], mark="with", scope=("only",))
    parts = [*done, *(permit if p is permits[0] else p for p in statement.parts)]
    state_allowed_with_permit(statement, act.predicate.verb, parts)


def is_present_need(predicate: Predicate) -> bool:
    return predicate.verb in {"brauchen", "bedürfen"} and not predicate.modality and predicate.tense == "present"


def state_allowed_with_permit(statement: Statement, verb: str, parts: list[Part]) -> None:
    """Makes it "dürfen … werden" of these parts, among which the permit is. Whoever needs it is not named any more."""
    statement.parts, statement.front, statement.dependents, statement.generic = parts, 0, [], ""
    statement.predicate, statement.scope = Predicate(verb, "may", "passive"), ()
    statement.licences.append("modality: für X Genehmigung brauchen = nur mit Genehmigung dürfen")


def is_wish_clause(clause: Statement) -> bool:
    """ "wer … will", "um … zu", with one thing at most that is done to."""
    found = clause.predicate
    wish = clause.relation == "in_order_to" or (clause.relation == "if" and found.modality in {"want", "may_be"})
    told = found.voice == "active" and found.tense == "present" and not clause.scope and not clause.dependents
    return wish and told and sum(p.mark == "np" for p in clause.parts) == 1


CARRIED = ("ausweis", "karte", "schein", "berechtigung", "ticket")
"""Ends of what one must have with one, though some of them name an act as well."""


def is_permit(part: Part) -> bool:
    """ "eine Genehmigung der Gemeinde", "einen gültigen Ausweis"; not "keine", not two of them."""
    if part.words == () or part.scope or part.determiner:
        return False
    carried = not {"of", "and", "or"} & set(part.words) and part.words[-1].endswith(CARRIED)
    return part.words[head_index(part)] in PERMITS or (carried and not part.has_value)


def needing_permit(statement: Statement) -> None:
    """ "Die Fällung von Bäumen bedarf der Genehmigung" as "Bäume dürfen nur mit Genehmigung gefällt werden"."""
    named = [p for p in statement.parts if p.mark == "np" and p.words and not p.scope]
    permits = [p for p in named if p.words[head_index(p)] in PERMITS]
    acts = [
        p for p in statement.parts if p.mark == "np" and p not in permits and verb_of_part(p) and head_index(p) == 0
    ]
    if statement.predicate.verb != "bedürfen" or len(permits) != 1 or len(acts) != 1:
        return
    if statement.predicate.modality or statement.denied or acts[0].scope or acts[0].determiner or permits[0].determiner:
        return
    rest = acts[0].words[2:]
    if not rest:
        return
    place = statement.parts.index(acts[0])
    statement.parts[place] = Part("np", rest, cases=frozenset({NOMINATIVE}), text=acts[0].text)
    statement.parts = [replace(p, mark="with", scope=("only",)) if p is permits[0] else p for p in statement.parts]
    statement.predicate = Predicate(verb_of_part(acts[0]), "may", "passive", statement.predicate.tense)
    statement.licences.append("modality: bedarf der Genehmigung = nur mit Genehmigung dürfen")
