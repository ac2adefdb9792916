"""Duties, rights and bans told by nouns and adjectives: "is responsible for", "is entitled to", "fails to". English."""

from dataclasses import replace

from apps.text.entailment.both_languages.clause_part import ACCUSATIVE, NOMINATIVE, Part
from apps.text.entailment.both_languages.predicate import Predicate
from apps.text.entailment.both_languages.statement import Statement, drop_parts
from apps.text.entailment.tokens.morphology import analyse_word


def is_plain_present(statement: Statement) -> bool:
    found = statement.predicate
    return found.tense == "present" and not found.modality and not found.mood and not found.imperative


def gerund_act(part: Part) -> tuple[str, Part | None] | None:
    """Returns verb and object of "for cleaning the pavement"; None where no gerund follows the mark."""
    written = [word.lower() for word in part.text.split(" ")]
    verb = verb_of_gerund(written[1]) if len(written) > 1 and part.words and not part.scope else ""
    if not verb or part.words[1:2] == ("of",):
        return None
    rest = part.words[1:]
    thing = replace(part, mark="np", words=rest, cases=frozenset({ACCUSATIVE}), text=part.text.split(" ", 2)[-1])
    return verb, thing if rest else None


def verb_of_gerund(word: str) -> str:
    """ "clean" of "cleaning", "swim" of "swimming"; empty where there is no such verb."""
    found = analyse_word(word, "en")
    if not word.endswith("ing"):
        return ""
    if found.tag == "VVG":
        return found.lemma
    stem = word.removesuffix("ing")
    short = stem[:-1] if len(stem) > 2 and stem[-1] == stem[-2] else stem
    return next((base for base in (stem, f"{stem}e", short) if is_base_verb(base)), "")


def is_base_verb(word: str) -> bool:
    """By its own tag, or where it may be a noun, too ("register"), by its regular past."""
    known = (analyse_word(word, "en"), analyse_word(f"{word.removesuffix('e')}ed", "en"))
    return any(found.tag.startswith("VV") and found.lemma == word for found in known)


def replace_predicate_by_act(statement: Statement, part: Part, modality: str, *, unwanted: Part | None = None) -> str:
    """Puts the act that a part names in the place of the predicate; its verb, or nothing where it names none."""
    act = gerund_act(part)
    if act is None:
        return ""
    verb, thing = act
    following = statement.parts[statement.parts.index(part) + 1 :]
    if thing is None and not (following and following[0].mark == "np"):
        return ""  # "is responsible for parking": the act of others may be meant.
    place = next(i for i, p in enumerate(statement.parts) if p is part)
    statement.parts[place : place + 1] = [] if thing is None else [thing]
    statement.front -= place < statement.front
    drop_parts(statement, lambda other: other is unwanted)
    statement.predicate = Predicate(verb, modality)
    return verb


DECIDING = frozenset({"issue", "grant", "appoint", "approve", "decide", "award", "license", "authorise", "authorize"})
DECIDING |= {"determine", "set", "choose", "select", "elect", "permit", "allow", "refuse", "reject", "revoke", "waive"}
"""Who is responsible for these is the one to do it if it is done at all."""
ON_DUTY = frozenset({"owner", "tenant", "landlord", "occupier", "resident", "parent", "keeper", "driver", "hirer"})
ON_DUTY |= {"contractor", "employer", "organiser", "organizer", "applicant", "user", "member", "householder", "holder"}
"""Of an office it tells what it is in charge of."""


def responsible(statement: Statement) -> None:
    """ "The owner is responsible for cleaning the pavement" as "The owner must clean the pavement"."""
    named = [p for p in statement.parts[: statement.front] if p.mark == "np"]
    if statement.generic != "you" and not (len(named) == 1 and named[0].words[-1:] and named[0].words[-1] in ON_DUTY):
        return
    told = [p for p in statement.parts if p.words == ("responsible",) and not p.scope]
    acts = [p for p in statement.parts if p.mark == "for"]
    if (
        statement.predicate.verb != "be"
        or statement.scope
        or len(told) != 1
        or not acts
        or not is_plain_present(statement)
    ):
        return
    act = gerund_act(acts[0])
    if act is None or act[0] in DECIDING:
        return
    if replace_predicate_by_act(statement, acts[0], "must", unwanted=told[0]):
        statement.licences.append("modality: is responsible for doing = must do")


def banned(statement: Statement) -> None:
    """ "Visitors are prohibited from entering the depot" as "Visitors may not enter the depot"."""
    found = statement.predicate
    acts = [p for p in statement.parts if p.mark == "from"]
    if (found.verb, found.voice) != ("allowed", "passive") or statement.scope != ("not",) or len(acts) != 1:
        return
    if is_plain_present(statement) and replace_predicate_by_act(statement, acts[0], "may"):
        statement.licences.append("modality: prohibited from doing = may not do")


def entitled(statement: Statement) -> None:
    """ "is entitled to 28 days of leave" as "has a right to 28 days of leave"."""
    found = statement.predicate
    if not (found.verb == found.modality == "may" and found.tense == "present" and "entitled" in statement.text):
        return
    rights = [p for p in statement.parts[statement.front :] if p.mark in {"np", "value"}]
    if len(rights) != 1 or statement.generic == "we":
        return
    named = replace(rights[0], mark="to", scope=(), words=(*rights[0].scope, *rights[0].words))
    statement.parts = [named if p is rights[0] else p for p in statement.parts]
    right = Part("np", ("right",), cases=frozenset({ACCUSATIVE}), text="a right")
    statement.parts.insert(statement.front, right)
    statement.predicate = Predicate("have")
    statement.licences.append("modality: is entitled to X = has a right to X")


WHAT_APPLIES = frozenset({"rule", "law", "regulation", "act", "provision", "section", "requirement", "condition"})
WHAT_APPLIES |= {"tax", "fee", "charge", "fine", "limit", "restriction", "ban", "duty"}
"""Not "Fees are subject to change"."""


def subject_to(statement: Statement) -> None:
    """ "Small firms are not subject to this rule" as "This rule does not apply to small firms"."""
    rules = [p for p in statement.parts if p.mark == "subject_to" and not p.scope]
    whom = [p for p in statement.parts[: statement.front] if p.mark == "np"]
    plain = statement.predicate.verb == "be" and is_plain_present(statement) and set(statement.scope) <= {"not"}
    if len(rules) != 1 or not rules[0].words or rules[0].words[-1] not in WHAT_APPLIES:
        return
    if not plain or len(whom) != 1 or whom[0].scope or whom[0].determiner or statement.generic:
        return
    rule = replace(rules[0], mark="np", cases=frozenset({NOMINATIVE}))
    parts = [replace(p, mark="to") if p is whom[0] else p for p in statement.parts if p is not rules[0]]
    statement.parts, statement.front = [rule, *parts], 1
    statement.predicate = Predicate("apply")
    statement.licences.append("word: is subject to a rule = the rule applies to it")


def failing(statement: Statement) -> None:
    """ "If a driver fails to stop" as "If a driver does not stop"; also each condition of the statement."""
    for clause in (statement, *statement.dependents):
        found = clause.predicate
        acts = [p for p in clause.parts if p.mark == "to" and p.words and not p.scope]
        if found.verb != "fail" or found.voice != "active" or clause.scope or found.modality or len(acts) != 1:
            continue
        if not is_base_verb(acts[0].words[0]) or found.tense != "present":
            continue
        thing = replace(acts[0], mark="np", words=acts[0].words[1:], cases=frozenset({ACCUSATIVE}))
        place = clause.parts.index(acts[0])
        clause.parts[place : place + 1] = [thing] if thing.words else []
        clause.predicate, clause.scope = replace(found, verb=acts[0].words[0]), ("not",)
        statement.licences.append("negation: fails to do = does not do")


def failure(statement: Statement) -> None:
    """ "Failure to register may result in a fine" as "If one does not register, this may result in a fine"."""
    named = [p for p in statement.parts[:1] if p.words == ("failure",) and not p.scope and not p.determiner]
    act = statement.parts[1] if len(statement.parts) > 1 and statement.front == 2 else None
    if not named or act is None or act.mark != "to" or act.scope or not act.words or not is_base_verb(act.words[0]):
        return
    thing = replace(act, mark="np", words=act.words[1:], cases=frozenset({ACCUSATIVE}))
    condition = Statement(
        Predicate(act.words[0]), [thing] if thing.words else [], "if", scope=("not",), generic="one", text=act.text
    )
    this = Part("np", ("this",), cases=frozenset({NOMINATIVE}), text="this")
    statement.parts, statement.front = [this, *statement.parts[2:]], 1
    statement.dependents = [*statement.dependents, condition]
    statement.licences.append("nominal style: failure to do = if you do not do")


ENDS = {"refusal": "reject", "fine": "fine", "dismissal": "dismiss", "suspension": "suspend", "revocation": "revoke"}
ENDS |= {"cancellation": "cancel", "loss": "lose", "removal": "remove", "disqualification": "disqualify"}
"""What something may end in, with the verb of it."""


def resulting(statement: Statement) -> None:
    """ "This may result in the refusal of the application" as "The application may be refused"."""
    found = statement.predicate
    ends = [p for p in statement.parts if p.mark == "in" and p.words[:1] and p.words[0] in ENDS and not p.scope]
    told = statement.parts[:1] and statement.parts[0].words == ("this",) and statement.dependents
    if found.verb not in {"result", "end"} or found.voice != "active" or statement.scope or not told or len(ends) != 1:
        return
    if ends[0].words == ("fine",):
        if any(clause.generic not in {"you", "one"} for clause in statement.dependents):
            return  # "If the landlord does not register, this may result in a fine": it is the landlord's.
        reader = Part("np", ("you",), cases=frozenset({NOMINATIVE}), text="you")
        statement.parts = [reader, *(p for p in statement.parts[1:] if p is not ends[0])]
        statement.predicate = Predicate("fine", found.modality, "passive")
    elif ends[0].words[1:2] == ("of",) and len(ends[0].words) > 2:
        thing = replace(ends[0], mark="np", words=ends[0].words[2:], cases=frozenset({NOMINATIVE}))
        statement.parts = [thing, *(p for p in statement.parts[1:] if p is not ends[0])]
        statement.front = 1
        statement.predicate = Predicate(ENDS[ends[0].words[0]], found.modality, "passive")
    else:
        return
    statement.licences.append("nominal style: results in the refusal of X = X is refused")


def there_is(statement: Statement) -> None:
    """ "If there is a fire, …" as "In case of a fire, …"."""
    for clause in statement.dependents:
        found = clause.predicate
        plain = clause.relation == "if" and found.verb == "be" and found.voice == "active" and is_plain_present(clause)
        there = [p for p in clause.parts if p.words == ("there",) and not p.scope]
        things = [p for p in clause.parts if p.mark == "np"]
        if not plain or clause.scope or clause.dependents or len(there) != 1 or len(clause.parts) != 2:
            continue
        if len(things) != 1 or things[0].scope or things[0].determiner or things[0].words[:1] in {("any",), ("all",)}:
            continue
        case = Part("in_case_of", things[0].words, text=clause.text)
        statement.dependents = [d for d in statement.dependents if d is not clause]
        statement.parts = [*statement.parts, case]
        statement.licences.append("nominal style: if there is X = in case of X")
