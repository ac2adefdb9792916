"""Subordinate clauses in other words: "erst, wenn …" and relative clauses that are attributes. German."""

from dataclasses import replace

from apps.text.entailment.both_languages.clause_part import ACCUSATIVE, NOMINATIVE, Part
from apps.text.entailment.both_languages.statement import Statement, drop_parts
from apps.text.entailment.german.clauses.grammatical_number import agrees_in_number


def not_before(statement: Statement) -> None:
    """ "erst …, nachdem X geschehen ist" and "erst …, wenn X geschehen ist"."""
    timed = [d for d in statement.dependents if d.relation in {"if", "after"}]
    if "not_before" in statement.scope and len(timed) == 1:
        timed[0].relation = "only_if"
        statement.scope = tuple(word for word in statement.scope if word != "not_before")
        statement.licences.append("connective: erst, nachdem = erst, wenn")
    for dependent in statement.dependents:
        if dependent.relation in {"only_after", "only_if"}:
            dependent.relation = "only_if"


def only_if(statement: Statement) -> None:
    """ "wird nur angepasst, wenn X" as "wird angepasst, nur wenn X"."""
    conditions = [d for d in statement.dependents if d.relation in {"if", "as_far"}]
    if statement.scope == ("only",) and len(conditions) == len(statement.dependents) == 1:
        conditions[0].relation = "only_if"
        statement.scope = ()
        statement.licences.append("connective: nur …, wenn = nur wenn")


def only_in_order_to(statement: Statement) -> None:
    """ "wird nur verwendet, um zu prüfen" as "wird verwendet, nur um zu prüfen"."""
    aims = [d for d in statement.dependents if d.relation == "in_order_to"]
    if statement.scope == ("only",) and len(aims) == len(statement.dependents) == 1:
        aims[0].relation, statement.scope = "only_in_order_to", ()
        statement.licences.append("connective: nur …, um = nur um")


SAYING = frozenset(
    "angeben versichern bestätigen erklären behaupten zusichern mitteilen hoffen beabsichtigen".split()  # noqa: SIM905
)
"""Verbs after which "…, X zu tun" is told of their own subject."""


def said_of_oneself(statement: Statement) -> None:
    """ "geben an, dass sie den Bus nutzen" as "geben an, den Bus zu nutzen": nobody else is there for "sie"."""
    named = [p for p in statement.parts if p.mark == "np"]
    if statement.predicate.verb not in SAYING or statement.predicate.voice != "active" or len(named) > 1:
        return
    for clause in statement.dependents:
        subjects = [p for p in clause.parts if p.mark == "np" and p.words in {("they",), ("he",), ("you",), ("it",)}]
        plain = clause.predicate.tense == "present" and clause.predicate.voice == "active"
        if clause.relation != "that" or not plain or len(subjects) != 1 or clause.parts[:1] != subjects:
            continue
        clause.relation, clause.parts, clause.generic = "to", clause.parts[1:], ""
        clause.predicate = replace(clause.predicate, plural=False, singular=False)
        statement.licences.append("connective: …, dass sie … tun = …, … zu tun")


def wanting(statement: Statement) -> None:
    """ "Wenn Sie den Pass abholen wollen, …" as "Um den Pass abzuholen, …"."""
    for clause in statement.dependents:
        found = clause.predicate
        wished = found.modality in {"want", "may_be"} and found.voice == "active" and clause.generic in {"you", "one"}
        if clause.relation == "if" and wished and not clause.scope and not clause.dependents:
            clause.relation, clause.generic = "in_order_to", ""
            clause.predicate = replace(found, modality="", tense="present", plural=False, singular=False)
            statement.licences.append("connective: wenn Sie … wollen = um … zu")


def told_before(statement: Statement) -> None:
    """ "wenn sie erteilt wurde" as "wenn sie erteilt worden ist": German tells the same in both."""
    for clause in statement.dependents:
        found = clause.predicate
        if found.voice == "passive" and found.tense == "past" and not found.modality and not found.mood:
            clause.predicate = replace(found, tense="perfect")


def not_as_long(statement: Statement) -> None:
    """ "darf nicht betreten werden, solange X nicht geprüft ist" as "darf erst betreten werden, wenn X geprüft ist"."""
    if (
        statement.scope != ("not",)
        or statement.predicate.modality not in {"may", "can"}
        or len(statement.dependents) != 1
    ):
        return
    clause = statement.dependents[0]
    denied = [i for i, p in enumerate(clause.parts) if p.scope == ("not",)]
    if clause.relation not in {"as_long", "as_far"} or (clause.scope == ("not",)) == (len(denied) == 1):
        return
    if clause.scope not in {(), ("not",)} or len(denied) > 1 or clause.dependents:
        return
    parts = [replace(p, scope=()) if i in denied else p for i, p in enumerate(clause.parts)]
    statement.dependents = [replace(clause, relation="only_if", scope=(), parts=parts)]
    statement.scope = ()
    statement.licences.append("connective: nicht, solange nicht = erst, wenn")


def of_age(statement: Statement) -> None:
    """ "Personen, die das 18. Lebensjahr (noch nicht) vollendet haben" as "ab 18 Jahren", "unter 18 Jahren"."""
    for clause in list(statement.dependents):
        years = [p for p in clause.parts if p.words[-1:] == ("lebensjahr",) and p.words[0].startswith("ordinal:")]
        heads = [i for i, p in enumerate(statement.parts) if p.words and p.words[-1] == clause.head and not p.scope]
        completed = clause.predicate.verb == "vollenden" or any(p.words == ("vollendet",) for p in clause.parts)
        others = [
            p for p in clause.parts if p not in years and p.words not in {("the",), ("vollendet",), ("not_before",)}
        ]
        denied = "not" in clause.scope or any("not" in p.scope for p in clause.parts)
        if (
            clause.relation != "relative"
            or len(years) != 1
            or len(heads) != 1
            or not completed
            or others
            or clause.dependents
        ):
            continue
        months = f"months:{int(years[0].words[0].removeprefix('ordinal:')) * 12}"
        age = Part("under" if denied else "starting", (months,), text=clause.text)
        statement.parts.insert(heads[0] + 1, age)
        statement.front += heads[0] < statement.front
        statement.dependents.remove(clause)
        statement.licences.append("age: das 18. Lebensjahr vollendet = ab 18 Jahren")


PERSONS = frozenset(
    {"person", "bewerber", "antragsteller", "teilnehmer", "besucher", "benutzer", "nutzer", "antragstellend"}
)
"""Whoever does what the clause says: the noun adds nothing to it."""


def general_condition(statement: Statement) -> None:
    """ "Eltern, deren Kinder …, erhalten X" as "Eltern erhalten X, wenn ihre Kinder …": said of all of them."""
    named = [(clause, possible_heads(statement, clause)) for clause in statement.dependents]
    told = [
        (clause, heads[0])
        for clause, heads in named
        if len(heads) == 1 and try_as_condition(statement, heads[0], clause)
    ]
    for clause, head in told:
        person = clause.head in PERSONS or names_inherent_possession(clause)
        clause.relation, clause.head = "if", ""
        clause.front = min(clause.front, len(clause.parts))
        if person:
            state_of_anybody(statement, head, clause)
        statement.licences.append("relative clause: as a condition, said of all")


OWNERS_OF = {"eltern": "kind", "elternteil": "kind", "mieter": "wohnung", "hundehalter": "hund", "tierhalter": "tier"}


def names_inherent_possession(clause: Statement) -> bool:
    """ "Eltern, die ihr Kind abmelden": who has a child of his own is one of them."""
    owned = OWNERS_OF.get(clause.head)
    return any(p.words in {("her", owned), ("his", owned)} and not p.scope for p in clause.parts)


def possible_heads(statement: Statement, clause: Statement) -> list[Part]:
    if clause.relation != "relative" or not clause.parts:
        return []
    marks = {"np", "for"} if statement.predicate.verb == "amount" and clause.head in PERSONS else {"np"}
    heads = ((clause.head,),)
    listed = [p for p in statement.parts if p.mark == "np" and "and" in p.words and p.words[-1] == clause.head]
    if len(listed) == 1 and not listed[0].scope and not listed[0].determiner and "of" not in listed[0].words:
        return listed
    return [p for p in statement.parts if p.mark in marks and p.words in heads and not p.scope]


def try_as_condition(statement: Statement, head: Part, clause: Statement) -> bool:
    """Whether it is told of any such person or thing; its pronoun is put in place of the relative one then."""
    one = is_any_person_or_thing(statement, head, clause)
    if head.determiner or not (one or is_bare_phrase(head)) or NOMINATIVE not in head.cases:
        return False
    first = clause.parts[0]
    if first.text.lower() == "deren" and len(clause.parts) > 1 and clause.parts[1].mark == "np":
        owned = clause.parts[1]
        clause.parts[:2] = [replace(owned, words=(*owned.words, "of", clause.head))]
    elif one:
        clause.parts[0] = replace(first, words=(SINGULAR[first.text.lower()],))
    elif first.text.lower() in {"die", "was"} and first.mark == "np":
        clause.parts[0] = replace(first, words=("they",))
    else:
        return False
    return True


SINGULAR = {"der": "he", "das": "it", "die": "they"}
"""Key of the personal pronoun that stands for the same; that of "sie" is the same for one and for many."""


def is_any_person_or_thing(statement: Statement, head: Part, clause: Statement) -> bool:
    """ "Der Eigentümer, der nicht dort wohnt, muss …": a rule speaks of any, so its relative clause is a condition.

    "Ein Antrag, der unvollständig ist, wird …" does so without a duty, too, where it opens its sentence."""
    article, _, noun = head.text.partition(" ")
    pronoun = clause.parts[0].text.lower() if clause.parts else ""
    if pronoun not in SINGULAR or not noun.isalpha() or clause.parts[0].mark != "np":
        return False
    if statement.predicate.tense != "present":
        return False
    opens = bool(statement.front) and statement.parts[0] is head and not statement.follows
    one = article.capitalize() == ONE_OF.get(pronoun) and clause.predicate.tense in {"present", "perfect"}
    if one and (opens or is_after_fronted_time(statement, head)):
        return True
    return article.lower() == pronoun != "die" and statement.predicate.modality in {"must", "may"}


OF_TIMES = frozenset({"before", "after", "within", "until", "until+to", "at"})
EXISTING = frozenset({"sein", "bestehen", "stehen", "liegen", "haben"})


def is_after_fronted_time(statement: Statement, head: Part) -> bool:
    """ "Vor Ablauf der Zeit kann eine Befreiung, die …": a time alone stands in front; a place might tell of one."""
    front = statement.parts[: statement.front]
    timed = bool(front) and all(p.mark in OF_TIMES and (p.mark != "at" or "tag" in p.words) for p in front)
    next_part = statement.parts[statement.front : statement.front + 1]
    given = statement.predicate.verb in {"receive", "erhalten", "bekommen"} and not statement.predicate.modality
    existing = given or statement.predicate.verb in EXISTING  # "Nach der Wahl erhält ein Bewerber, der …": one of them
    return timed and next_part == [head] and not statement.follows and not existing


ONE_OF = {"der": "Ein", "das": "Ein", "die": "Eine"}


def state_of_anybody(statement: Statement, head: Part, clause: Statement) -> None:
    """ "Personen, die …, müssen …" as "wenn man …, muss man …"."""
    for found, subject in ((statement, head), (clause, clause.parts[0])):
        moved = found is statement and not agrees_in_number(found.predicate, subject)
        if subject.mark == "for":
            drop_parts(found, lambda part, subject=subject: part is subject)  # type: ignore[misc]
        elif found.predicate.voice == "passive" or moved:
            found.parts = [replace(p, words=("one",)) if p is subject else p for p in found.parts]
        else:
            found.generic = "one"
            drop_parts(found, lambda part, subject=subject: part is subject)  # type: ignore[misc]
        found.parts = [drop_own_possessive(part) for part in found.parts]


def drop_own_possessive(part: Part) -> Part:
    """ "seinen Hund" of anybody is "Ihren Hund" of the reader."""
    own = part.words[:1] in {("his",), ("her",)}
    return replace(part, words=part.words[1:], determiner="") if own and len(part.words) > 1 else part


def is_bare_phrase(part: Part) -> bool:
    listed = "and" in part.words and all(w[:1].isupper() or w in {"und", "sowie"} for w in part.text.split(" "))
    _, act, thing = part.text.rpartition(" von ")  # "Die Verwendung von Streumitteln", of which a rule kept the last
    written = thing if act and len(part.words) == 1 else part.text
    return listed or (written[:1].isupper() and " " not in written) or part.text.lower().startswith("keine ")


def attribute_clause(statement: Statement) -> None:
    """ "Betriebe, die 10 Beschäftigte haben" as "… mit 10 Beschäftigten"; "die jünger als 7 sind" as "unter 7"."""
    for dependent in list(statement.dependents):
        name = dependent.predicate.verb
        if (
            dependent.relation != "relative"
            or dependent.scope
            or dependent.dependents
            or dependent.predicate.modality
            or dependent.predicate.tense != "present"
        ):
            continue
        others = [p for p in dependent.parts if p.words not in {("the",), ()}]
        if name in {"wohnen", "leben"} and len(others) == 1 and others[0].mark == "in":
            others = [Part("np", ("wohnort",), cases=frozenset({ACCUSATIVE}), text=dependent.text), *others]
            name = "haben"
        heads = [i for i, p in enumerate(statement.parts) if p.words and p.words[-1] == dependent.head]
        if (
            not is_single_phrase_or_residence(others)
            or len(heads) != 1
            or not (name == "haben" or (name == "sein" and others[0].mark in {"under", "over"}))
        ):
            continue
        moved = as_possession(others[0]) if name == "haben" and others[0].mark == "np" else others[0]
        statement.parts[heads[0] + 1 : heads[0] + 1] = [moved, *others[1:]]
        statement.front += len(others) * (heads[0] < statement.front)
        statement.dependents.remove(dependent)
        statement.licences.append("relative clause: as an attribute")


def participle_clause(statement: Statement) -> None:
    """ "Formulare, die nicht unterschrieben sind" as "nicht unterschriebene Formulare"."""
    for clause in list(statement.dependents):
        heads = [i for i, p in enumerate(statement.parts) if clause.head in p.words and not p.scope]
        if clause.relation != "relative" or len(heads) != 1 or not is_participle_state(clause):
            continue
        adverbs = [p for p in clause.parts[1:] if p.words and p.words not in PRONOUNS]
        head = statement.parts[heads[0]]
        place = head.words.index(clause.head)
        said = tuple(word for p in adverbs for word in (*p.scope, *p.words))
        words = (*head.words[:place], *said, clause.predicate.verb, *head.words[place:])
        if clause.scope and place:
            continue
        statement.parts[heads[0]] = replace(head, words=words, scope=clause.scope)
        statement.dependents.remove(clause)
        statement.licences.append("relative clause: as a participle")


def is_single_phrase_or_residence(parts: list[Part]) -> bool:
    """One phrase, or "(ihren) Wohnsitz in der Stadt"."""
    home = len(parts) == len(("home", "place")) and parts[0].words in {("wohnort",), ("her", parts[0].words[-1])}
    if home and parts[1].mark == "in" and not parts[0].scope:
        parts[0] = replace(parts[0], words=parts[0].words[-1:], determiner="")
        return True
    return len(parts) == 1


PRONOUNS = frozenset({("they",), ("he",), ("it",), ("you",), ("one",)})


def is_left_undone_by_reader(clause: Statement) -> bool:
    """ "Karten, die Sie nicht brauchen": what the reader does with it, or does not do, by his own will."""
    found = clause.predicate
    told = found.voice == "active" and found.tense == "present" and not found.modality and not clause.dependents
    relative = bool(clause.parts) and clause.parts[0].words == ("the",) and ACCUSATIVE in clause.parts[0].cases
    alone = all(p.mark in {"adj", "adv"} for p in clause.parts[1:])
    return told and relative and alone and clause.generic in {"you", "one"} and clause.scope == ("not",)


def is_done_by_subject(clause: Statement) -> bool:
    """ "Schäden, die sie fahrlässig verursacht haben": done by whom the sentence is about, and nothing else."""
    found = clause.predicate
    if found.voice != "active" or found.tense != "perfect" or found.modality or clause.scope or clause.dependents:
        return False
    subjects = [p for p in clause.parts[1:] if p.words in PRONOUNS]
    others = [p for p in clause.parts[1:] if p not in subjects]
    relative = clause.parts[:1] and clause.parts[0].words == ("the",) and ACCUSATIVE in clause.parts[0].cases
    one = len(subjects) + bool(clause.generic) == 1
    return bool(relative) and one and all(p.mark in {"adj", "adv"} for p in others)


def is_participle_state(clause: Statement) -> bool:
    """ "die (schon) unterschrieben sind": a participle with adverbs, and nothing else."""
    if is_done_by_subject(clause) or is_left_undone_by_reader(clause):
        return True
    found = clause.predicate
    told = found.tense == "perfect" or clause.scope == ("not",)  # "nicht abgeholte" were not, and are not
    if found.voice != "passive" or not told or found.modality or clause.dependents:
        return False
    if clause.scope not in {(), ("not",)} or not clause.parts or clause.parts[0].words != ("the",):
        return False
    return clause.parts[0].mark == "np" and all(p.mark in {"adj", "adv"} for p in clause.parts[1:])


def as_possession(part: Part) -> Part:
    """ "mehr als 10 Beschäftigte" after "mit": what bounds the number stands with it."""
    return replace(part, mark="with", words=(*part.scope, *part.words), scope=())
