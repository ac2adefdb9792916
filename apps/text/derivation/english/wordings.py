"""The same in other English words: "Smoking is prohibited", "It is possible to book", "Holders of a pass"."""

from dataclasses import replace

from apps.text.derivation.reading.clause_parts import ACCUSATIVE, Part
from apps.text.derivation.reading.predicates import Predicate
from apps.text.derivation.rules.attached_clauses import not_without, unless
from apps.text.derivation.statement import Statement, drop, with_verb
from apps.text.derivation.tokens.morphology import analysed

JUDGEMENTS = {
    "possible": ("can", False),
    "impossible": ("can", True),
    "forbidden": ("may", True),
    "allowed": ("may", False),
    "necessary": ("must", False),
    "compulsory": ("must", False),
}


def reworded(statement: Statement) -> None:
    """By every rule in turn."""
    for rule in (judged_act, gerund_subject, payable, nowhere, by_the_day, unless, not_without):
        rule(statement)


def judged_act(statement: Statement) -> None:
    """ "It is possible to book the hall" as "one can book the hall"."""
    found = statement.predicate
    name = found.verb if found.verb in JUDGEMENTS else next((p.words[0] for p in statement.parts if p.words[:1] and p.words[0] in JUDGEMENTS and p.mark == "adv"), "")
    subject = [p for p in statement.parts if p.words == ("it",)]
    acts = [i for i, p in enumerate(statement.parts) if p.mark == "to" and p.words and is_verb(p.words[0]) and not p.scope]
    if not name or found.modality or len(subject) != 1 or len(acts) != 1 or (found.verb != "be" and found.verb != name):
        return
    act = statement.parts[acts[0]]
    modality, denied = JUDGEMENTS[name]
    thing = [Part("np", act.words[1:], cases=frozenset({ACCUSATIVE}), text=act.text)] if act.words[1:] else []
    statement.parts[acts[0] : acts[0] + 1] = thing
    drop(statement, lambda part: part is subject[0] or part.words == (name,))
    statement.front = 0
    statement.predicate, statement.generic = Predicate(act.words[0], modality, tense=found.tense), "one"
    statement.scope = (*statement.scope, *(("not",) if denied else ()))
    statement.licences.append(f"modality: it is {name} to = {modality}{' not' if denied else ''}")


def gerund_subject(statement: Statement) -> None:
    """ "Smoking is not allowed" as "one may not smoke"."""
    found = statement.predicate
    acts = [p for p in statement.parts[:1] if p.mark == "np" and len(p.words) == 1 and not p.scope and not p.determiner]
    verb = gerund(acts[0]) if acts else ""
    if found.verb != "allowed" or found.voice != "passive" or not verb or found.modality or found.tense == "past":
        return
    drop(statement, lambda part: part is acts[0])
    statement.front = 0
    statement.predicate, statement.generic = Predicate(verb, "may"), "one"
    statement.licences.append(f"modality: {acts[0].text} is allowed = may {verb}")


def gerund(part: Part) -> str:
    """The verb of "smoking"; an empty text for any other word."""
    name = part.text.split(" ")[-1].lower()
    if not name.endswith("ing") or len(part.text.split(" ")) > 1:
        return ""
    stem = name.removesuffix("ing")
    return next((verb for verb in (f"{stem}e", stem, stem[:-1]) if is_verb(verb)), "")


def is_verb(word: str) -> bool:
    found = analysed(word, "en")
    return found.tag.startswith("V") and found.lemma == word


def payable(statement: Statement) -> None:
    """ "A fee is payable" as "a fee must be paid"; none is paid where none is payable."""
    adjectives = [p for p in statement.parts if p.words == ("payable",) and not p.scope]
    if statement.predicate.verb == "be" and adjectives and not statement.predicate.modality:
        drop(statement, lambda part: part is adjectives[0])
        with_verb(statement, "pay", modality="" if statement.denied else "must", voice="passive")
        statement.licences.append("modality: payable = must be paid")


def nowhere(statement: Statement) -> None:
    """ "not in any building" as "not in all buildings", each of which is meant."""
    if statement.denied:
        statement.parts = [
            replace(p, words=("all", *p.words[1:])) if p.words[:1] == ("any",) and p.mark != "np" else p
            for p in statement.parts
        ]


def by_the_day(statement: Statement) -> None:
    """ "by 31 March at the latest", "no later than 31 March" as "by 31 March", where something must be done by then."""
    if statement.predicate.modality not in {"must", "should"}:
        return
    dates = [p for p in statement.parts if p.has_value and any(word.startswith(("date:", "clock:")) for word in p.words)]
    for part in dates:
        late = "at_latest" in {*part.scope, *part.words}
        words = tuple(word for word in part.words if word != "at_latest")
        if late or part.mark == "by":
            named = replace(part, mark="by", words=words, scope=())
            statement.parts = [named if p is part else p for p in statement.parts]
    if any(p.mark == "by" and p.has_value for p in statement.parts):
        drop(statement, lambda part: part.words == ("at_latest",) or part.scope == ("at_latest",) and not part.words)
