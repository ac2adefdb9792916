"""Must, may and can in other words: "ist verpflichtet", "ist übertragbar", "ist verboten". German."""

from collections.abc import Sequence
from dataclasses import replace

from apps.text.entailment.both_languages.clause_part import ACCUSATIVE, DATIVE, NOMINATIVE, Part
from apps.text.entailment.both_languages.predicate import Predicate
from apps.text.entailment.both_languages.statement import Statement, drop_parts, replace_verb
from apps.text.entailment.german.nominalisations.act_nouns import AMBIGUOUS, head_index, verb_of_part
from apps.text.entailment.german.nominalisations.needed_acts import needs_permit_for
from apps.text.entailment.german.nominalisations.nominalised_acts import parts_of_nominalisation
from apps.text.entailment.german.nominalisations.persons_and_offices import is_person
from apps.text.entailment.german.rules.generic_subjects_and_negation import generic_agent
from apps.text.entailment.tokens.morphology import analyse_word, verb_of_participle

PERMISSIONS = {
    "berechtigen": "may",
    "befugen": "may",
    "verpflichten": "must",
    "berechtigt": "may",
    "befugt": "may",
    "verpflichtet": "must",
}
JUDGEMENTS = {
    "necessary": ("must", False),
    "allowed": ("may", False),
    "forbidden": ("may", True),
    "möglich": ("can", False),
    "impossible": ("can", True),
    "verpflichtend": ("must", False),
    "voluntarily": ("must", True),
    "vorgeschrieben": ("must", False),
}


def adjective_as_state(statement: Statement) -> None:
    """ "ist übertragbar": the adjective is what is said."""
    if statement.predicate.verb not in {"sein", "werden"} or statement.predicate.voice != "active":
        return
    adjectives = [p for p in statement.parts if (p.mark == "adj" and len(p.words) == 1) or p.words == ("voluntarily",)]
    if len(adjectives) == 1:
        drop_parts(statement, lambda part: part is adjectives[0])
        statement.scope = (*statement.scope, *adjectives[0].scope)
        replace_verb(statement, f"{statement.predicate.verb} {adjectives[0].words[0]}")
    verb = (
        verb_of_participle(statement.predicate.verb.removeprefix("sein "))
        if statement.predicate.modality == "must"
        else ""
    )
    if verb and statement.predicate.verb.startswith("sein "):
        replace_verb(statement, verb, voice="passive", same_subject=True)
        statement.licences.append("modality: muss unterschrieben sein = muss unterschrieben werden")
    if statement.predicate.verb == "werden fällig":
        replace_verb(statement, "sein fällig")
        statement.licences.append("word: wird fällig = ist fällig")


PLANNING = frozenset({"planen", "vorsehen", "beabsichtigen"})


def planned(statement: Statement) -> None:
    """ "Eine Änderung ist nicht geplant" tells of now, as "plant keine Änderung" does."""
    found = statement.predicate
    if found.verb in PLANNING and found.voice == "passive" and found.tense == "perfect":
        statement.predicate = replace(found, tense="present")


def possibility(statement: Statement) -> None:
    """ "ist übertragbar" as "kann übertragen werden"."""
    name, _, adjective = statement.predicate.verb.partition(" ")
    if name != "sein" or not adjective.endswith("bar") or statement.predicate.modality:
        return
    stem = adjective.removesuffix("bar") + "en"
    if analyse_word(stem).tag.startswith("VV"):
        replace_verb(statement, stem, modality="can", voice="passive")
        statement.licences.append(f"derivation: {adjective} = kann … werden")


def permission(statement: Statement) -> None:
    """ "ist verpflichtet, … zu zahlen" as "muss zahlen"; "berechtigt zum Betreten" as "darf betreten"."""
    name = statement.predicate.verb.split(" ")[-1]
    if name not in PERMISSIONS or statement.predicate.modality or statement.predicate.verb.startswith("werden "):
        return
    acts = [d for d in statement.dependents if d.relation == "to"]
    if len(acts) == 1 and not statement.denied:
        act = acts[0]
        statement.dependents = [*(d for d in statement.dependents if d is not act), *act.dependents]
        statement.parts += act.parts
        statement.predicate = Predicate(act.predicate.verb, PERMISSIONS[name], "active", state_tense(statement))
        statement.scope = (*statement.scope, *act.scope)
        statement.licences.append(f"modality: {name} = {PERMISSIONS[name]}")
        generic_agent(statement)
        return
    restate_act_noun(statement, name)


def asked_to(statement: Statement) -> None:
    """ "Besucher werden gebeten, X zu tun" as "Besucher sollen X tun"."""
    acts = [d for d in statement.dependents if d.relation == "to"]
    found = statement.predicate
    if found.verb != "bitten" or found.voice != "passive" or found.modality or len(acts) != 1 or statement.scope:
        return
    act = acts[0]
    drop_parts(statement, lambda part: part.words == ("it",))
    statement.dependents = [*(d for d in statement.dependents if d is not act), *act.dependents]
    statement.parts += act.parts
    statement.predicate = Predicate(act.predicate.verb, "should")
    statement.scope = act.scope
    statement.licences.append(ASKED)
    generic_agent(statement)


ASKED_OF_READERS = frozenset({"anmelden", "abmelden", "reservieren", "registrieren", "vereinbaren"})


def asked_for(statement: Statement) -> None:
    """ "Um Anmeldung bis zum 3. Mai wird gebeten", "Wir bitten um …" as "Sie sollen sich bis zum 3. Mai anmelden"."""
    found = statement.predicate
    acts = [p for p in statement.parts if p.mark == "around" and p.words and verb_of_part(p) in ASKED_OF_READERS]
    others = [p for p in statement.parts if p not in acts]
    by_whom = found.voice == "passive" or statement.generic == "we"
    plain = by_whom and found.tense == "present" and not found.modality and not statement.scope
    dated = all(p.mark in {"until", "until+to"} and p.has_value for p in others)
    if found.verb != "bitten" or not plain or not dated or len(acts) != 1 or acts[0].scope or "of" in acts[0].words:
        return
    if statement.dependents:
        return
    place, told = statement.parts.index(acts[0]), parts_of_nominalisation(acts[0])
    statement.parts[place : place + 1] = told
    statement.front += (len(told) - 1) * (place < statement.front)
    statement.predicate, statement.generic = Predicate(verb_of_part(acts[0]), "should"), "you"
    statement.licences.append(ASKED)


ASKED = "modality: gebeten, zu … = soll"


def state_tense(statement: Statement) -> str:
    """ "ist verpflichtet" tells of now, though it is built like a perfect."""
    return "present" if statement.predicate.tense == "perfect" else statement.predicate.tense


def restate_act_noun(statement: Statement, name: str) -> None:
    acts = [p for p in statement.parts if p.mark == "to" and p.words and verb_of_part(p)]
    if len(acts) != 1 or (name == "berechtigen" and statement.predicate.voice == "active" and statement.generic):
        return
    place = statement.parts.index(acts[0])
    statement.parts[place : place + 1] = parts_of_nominalisation(acts[0])
    if name == "berechtigen" and statement.predicate.voice == "active":
        statement.parts = [
            replace(p, mark="with") if p.mark == "np" and i < place and NOMINATIVE in p.cases else p
            for i, p in enumerate(statement.parts)
        ]
        statement.generic = "you"
    statement.predicate = Predicate(verb_of_part(acts[0]), PERMISSIONS[name], "active", state_tense(statement))
    statement.licences.append(f"modality: {name} zu = {PERMISSIONS[name]}")
    generic_agent(statement)


def released(statement: Statement) -> None:
    """ "ist zur Benutzung freigegeben", "ist offen" as "darf benutzt werden"."""
    if (
        statement.predicate.verb == "sein open"
        and statement.predicate.tense == "present"
        and not statement.predicate.modality
    ):
        statement.predicate = Predicate("benutzen", "may", "passive")
        statement.licences.append("modality: offen = darf benutzt werden")
    if (
        statement.predicate.verb != "freigeben"
        or statement.predicate.voice != "passive"
        or statement.predicate.modality
    ):
        return
    acts = [
        p for p in statement.parts if p.mark in {"to", "for"} and len(p.words) == 1 and verb_of_part(p) and not p.scope
    ]
    if len(acts) == 1:
        drop_parts(statement, lambda part: part is acts[0])
        statement.predicate = Predicate(verb_of_part(acts[0]), "may", "passive")
        statement.licences.append("modality: zu … freigegeben = darf … werden")


EXCEPTIONS = frozenset({"ausnahme", "abweichung"})


def possible_exception(statement: Statement) -> None:
    """ "Ausnahmen sind möglich" as "Ausnahmen können zugelassen werden"."""
    found = statement.predicate
    named = [p for p in statement.parts if p.mark == "np" and p.words[:1] and p.words[0] in EXCEPTIONS]
    if found.verb != "sein möglich" or found.modality or len(named) != 1:
        return
    if all(p.mark != "np" or p is named[0] for p in statement.parts):
        replace_verb(statement, "zulassen", modality="can", voice="passive", same_subject=True)
        statement.licences.append("modality: Ausnahmen sind möglich = können zugelassen werden")


def judged_act(statement: Statement) -> None:
    """ "Eine Beglaubigung der Unterlagen ist nicht nötig" as "die Unterlagen müssen nicht beglaubigt werden"."""
    name, _, adjective = statement.predicate.verb.partition(" ")
    if name == "sein" and adjective in JUDGEMENTS and restate_judged_clause(statement, adjective):
        return
    if name != "sein" or adjective not in JUDGEMENTS or statement.predicate.modality:
        return
    subjects = sorted((p for p in statement.parts if p.mark == "np"), key=lambda part: not verb_of_part(part))
    if (
        not subjects
        or not verb_of_part(subjects[0])
        or len(subjects) > 1 + (judged_person_part(statement, subjects[0]) is not None)
    ):
        return
    subject = subjects[0]
    place = head_index(subject)
    if place or subject.scope or subject.determiner or needs_permit_for(statement, subject):
        return
    if adjective == "necessary" and len(subject.words) == 1 and subject.words[0] in AMBIGUOUS:
        return
    modality, denied = JUDGEMENTS[adjective]
    index = statement.parts.index(subject)
    rest = subject.words[place + 2 :]
    person = judged_person_part(statement, subject)
    case = NOMINATIVE if person is None else ACCUSATIVE
    statement.parts[index : index + 1] = [Part("np", rest, cases=frozenset({case}), text=subject.text)] if rest else []
    statement.front -= (not rest) and index < statement.front
    if person is not None:
        agent = replace(person, mark="np", cases=frozenset({NOMINATIVE}), turned=True)
        statement.parts = [agent if p is person else p for p in statement.parts]
    voice = "passive" if person is None else "active"
    statement.predicate = Predicate(verb_of_part(subject), modality, voice, statement.predicate.tense)
    statement.scope = (*statement.scope, *(("not",) if denied else ()))
    statement.licences.append(f"modality: {adjective} = {modality}{' not' if denied else ''}")


def judged_person_part(statement: Statement, subject: Part) -> Part | None:
    """Whom the judgement is about: "für Anwohner", "(nur) Anwohnern"; never a thing."""
    found = [p for p in statement.parts if p is not subject and p.mark in {"for", "np"} and is_person(p)]
    return found[0] if len(found) == 1 else None


def part_marks(parts: Sequence[Part]) -> set[str]:
    return {part.mark for part in parts}


def restate_judged_clause(statement: Statement, adjective: str) -> bool:
    """ "Es ist verboten, Wasservögel zu füttern" as "Wasservögel dürfen nicht gefüttert werden"."""
    acts = [d for d in statement.dependents if d.relation == "to"]
    others = [p for p in statement.parts if p.words != ("it",)]
    persons = [p for p in others if p.mark == "np" and is_person(p) and DATIVE in p.cases and not p.scope]
    if len(persons) == 1 and len(acts) == 1 and not any(p.mark == "np" and p not in persons for p in others):
        return restate_judged_person(statement, adjective, persons[0], acts[0])
    if any(p.mark in {"np", "adj"} for p in others) or part_marks(others) & {p.mark for d in acts for p in d.parts}:
        return False
    if len(acts) != 1 or statement.predicate.modality or acts[0].scope:
        return False
    of_act = [d for d in statement.dependents if d is not acts[0]]
    if not all(d.relation == "if" or is_about_noun_of_act(d, acts[0]) for d in of_act):
        return False
    modality, denied = JUDGEMENTS[adjective]
    said = [replace(p, cases=p.cases | {NOMINATIVE}) if p.mark == "np" else p for p in acts[0].parts]
    statement.parts = [*others, *said]
    statement.dependents, statement.front = [*acts[0].dependents, *of_act], len(others)
    statement.predicate = Predicate(acts[0].predicate.verb, modality, "passive", statement.predicate.tense)
    statement.scope = (*statement.scope, *(("not",) if denied else ()))
    statement.licences.append(f"modality: {adjective} = {modality}{' not' if denied else ''}")
    return True


def is_about_noun_of_act(clause: Statement, act: Statement) -> bool:
    """ "…, Streumittel zu verwenden, die nicht abbaubar sind": the clause is about a noun of the act."""
    return clause.relation == "relative" and any(clause.head in p.words for p in act.parts if clause.head)


def restate_judged_person(statement: Statement, adjective: str, person: Part, act: Statement) -> bool:
    """ "Den Benutzern ist es verboten, die Magazine zu betreten" as "Benutzer dürfen … nicht betreten"."""
    if len(statement.dependents) != 1 or statement.predicate.modality or act.scope or act.predicate.voice != "active":
        return False
    modality, denied = JUDGEMENTS[adjective]
    agent = replace(person, cases=frozenset({NOMINATIVE}), turned=True)
    others = [p for p in statement.parts if p.words != ("it",) and p is not person]
    statement.parts = [agent, *others, *act.parts]
    statement.dependents, statement.front = act.dependents, 1
    statement.predicate = Predicate(act.predicate.verb, modality, "active", statement.predicate.tense)
    statement.scope = (*statement.scope, *(("not",) if denied else ()))
    statement.licences.append(f"modality: {adjective} = {modality}{' not' if denied else ''}")
    return True


def needed(statement: Statement) -> None:
    """ "Erforderlich sind X" as "X werden gebraucht"."""
    named = any(p.mark == "np" and p.words != ("it",) for p in statement.parts)
    found = statement.predicate
    if found.verb == "sein necessary" and named and not found.modality and not statement.dependents:
        replace_verb(statement, "brauchen", voice="passive")
        statement.licences.append("word: erforderlich sein = gebraucht werden")
