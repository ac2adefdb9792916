"""What the parts of a clause are in it, by case and voice: agent, patient, recipient."""

from apps.text.entailment.both_languages.clause_part import ACCUSATIVE, DATIVE, NOMINATIVE, Part
from apps.text.entailment.both_languages.normalise_amount_bounds import WEEKDAYS
from apps.text.entailment.both_languages.statement import Statement
from apps.text.entailment.german.clauses.grammatical_number import agrees_in_number
from apps.text.entailment.german.nominalisations.act_nouns import ORGANISATION_ENDINGS, verb_of_act_noun
from apps.text.entailment.german.nominalisations.persons_and_offices import is_person
from apps.text.numbers.calendar_names import MONTH_NUMBER

ROLES = {
    "active": {NOMINATIVE: "agent", ACCUSATIVE: "patient", DATIVE: "recipient"},
    "passive": {NOMINATIVE: "patient", DATIVE: "recipient"},
}


MEANS = frozenset(
    {"widerspruch", "einspruch", "klage", "brief", "aushang", "post", "email", "e-mail", "card", "cheque"}
)


def is_means(part: Part) -> bool:
    """ "durch Überweisung", "durch Widerspruch", "by card": an act or a thing that something is done with, no agent."""
    if part.mark == "by" and part.words[-1:] and part.words[-1] in {"date", "deadline"}:
        return True
    if part.mark != "by" or len(part.words) != 1 or part.words[0].endswith(ORGANISATION_ENDINGS):
        return False
    return part.words[0] in MEANS or bool(verb_of_act_noun(part.words[0]))


def may_be_agent(part: Part) -> bool:
    """ "von der Behörde", "durch den Rat": who did it; not "von Montag", "durch Überweisung"."""
    named = part.mark in {"from", "by"} and not part.has_value and not set(part.words) & MONTHS_AND_WEEKDAYS
    return named and not is_means(part)


def possible_roles(statement: Statement, part: Part) -> frozenset[str]:
    """What a phrase may be in the clause: the cases its form allows, read with the voice."""
    voice = statement.predicate.voice
    if voice == "passive" and may_be_agent(part):
        from_whom = part.mark == "from" and any(p.mark == "by" and may_be_agent(p) for p in statement.parts)
        return frozenset({"from"} if from_whom else {"agent"})  # "von der Leitung durch den Ausschuss verlangt"
    if part.mark != "np":
        return frozenset({"adv" if part.mark == "adj" else part.mark})
    if is_naming(statement):
        return frozenset({"named"})
    names = frozenset(ROLES[voice][case] for case in part.cases if case in ROLES[voice])
    if voice == "active" and statement.generic:
        names -= {"agent"}
    if not agrees_in_number(statement.predicate, part):
        names -= {ROLES[voice][NOMINATIVE]}
    return names or frozenset({"owner"})


COSTS = ("kosten", "gebühr", "gebühren", "entgelt", "beitrag", "steuer", "miete")


def exclude_costs_as_agents(statement: Statement, found: list[frozenset[str]]) -> list[frozenset[str]]:
    """ "Die Fahrkosten müssen die Eltern tragen": costs do nothing where something else may."""
    if statement.predicate.voice != "active":
        return found
    costs = [p.mark == "np" and bool(p.words) and p.words[-1].endswith(COSTS) for p in statement.parts]
    others = any("agent" in names and not cost for names, cost in zip(found, costs, strict=True))
    return [names - {"agent"} or names if cost and others else names for names, cost in zip(found, costs, strict=True)]


def is_naming(statement: Statement) -> bool:
    """ "Ansprechpartnerin ist Frau Weber": who is named may stand on either side."""
    phrases = [p for p in statement.parts if p.mark == "np"]
    named = any(p.words[:1] in {("frau",), ("herr",)} for p in phrases)
    return statement.predicate.verb == "sein" and len(phrases) == len(("one", "other")) and named


MONTHS_AND_WEEKDAYS = frozenset({*MONTH_NUMBER, *WEEKDAYS})


WITHOUT_RECIPIENT = frozenset(
    {
        *"""
        haben leiten prüfen benutzen betreiben regeln führen enthalten besitzen vertreten
        """.split(),  # noqa: SIM905 - a list of words to be read
        *"""
        bestimmen beschliessen festlegen festsetzen überwachen kontrollieren entscheiden tragen
        """.split(),  # noqa: SIM905 - a list of words to be read
    }
)
"""Verbs that take nothing in the dative: "der" in front of a phrase of theirs is a nominative."""


def exclude_recipients(statement: Statement, found: list[frozenset[str]]) -> list[frozenset[str]]:
    """ "Die Sitzung leitet der Rat": "der" acts, as the other phrase may be what it is done to."""
    if statement.predicate.voice != "active" or statement.predicate.verb not in WITHOUT_RECIPIENT:
        return found
    kept = [names - {"recipient"} or names for names in found]
    return [names if part.mark == "np" else own for names, own, part in zip(kept, found, statement.parts, strict=True)]


def appositions_in_front(statement: Statement) -> range:
    """ "In Halle Süd findet die Prüfung statt": one phrase stands in front, so "Süd" is the hall's."""
    is_led = bool(statement.parts) and statement.parts[0].mark not in {"np", "adv", "adj", "value"}
    return range(1, statement.front if is_led else 1)


def resolve_roles(statement: Statement) -> list[frozenset[str]]:
    """Roles of all parts once a role that only one phrase can have is taken from the others."""
    found = exclude_recipients(statement, [possible_roles(statement, part) for part in statement.parts])
    subject = ROLES[statement.predicate.voice][NOMINATIVE]
    found = exclude_costs_as_agents(statement, found)
    beside = appositions_in_front(statement)
    able = [i for i, names in enumerate(found) if subject in names and len(names) > 1 and i not in beside]
    alike = all(found[i] == found[able[0]] for i in able) or all(is_person(statement.parts[i]) for i in able)
    first_acts = alike or not (statement.relation or any(p.mark == "value" for p in statement.parts[: able[0]]))
    if len(able) > 1 and statement.predicate.voice == "active" and first_acts:
        # Neither form tells: the subject stands first, but for "die sie gesammelt haben", "ein Viertel der Mitglieder".
        found[able[0]] = frozenset({subject})
    for _ in found:
        able = [i for i, names in enumerate(found) if subject in names]
        if len(able) == 1 and not statement.generic:
            found[able[0]] = frozenset({subject})
        sure = {next(iter(names)) for names in found if len(names) == 1}
        found = [names if len(names) == 1 else (names - sure or names) for names in found]
    return found


def differs_in_case(one: Part, other: Part) -> bool:
    """Told by the article, or where there is none by the letter that the dative adds."""
    return differs_in_case_by_article(one, other) or differs_by_dative_ending(one, other)


def differs_in_case_by_article(one: Part, other: Part) -> bool:
    """ "der Mieter" and "den Mieter": the same noun, so the same gender, and never the same case."""
    if one.turned or other.turned:
        return False
    if one.mark != "np" or other.mark != "np" or one.text.split(" ")[1:] != other.text.split(" ")[1:]:
        return False
    return frozenset({one.text.split(" ")[0].lower(), other.text.split(" ")[0].lower()}) in NEVER_THE_SAME


def differs_by_dative_ending(one: Part, other: Part) -> bool:
    """ "Schülern" and "Schüler", without an article: the letter alone tells who receives and who is received."""
    if one.turned or other.turned or one.mark != "np" or other.mark != "np":
        return False
    first, second = one.text.split(" ")[0], other.text.split(" ")[0]
    return first[:1].isupper() and first != second and first.removesuffix("n") == second.removesuffix("n")


NEVER_THE_SAME = frozenset(
    frozenset(pair)
    for pair in (
        ("der", "den"),
        ("ein", "einen"),
        ("kein", "keinen"),
        ("dieser", "diesen"),
        ("jeder", "jeden"),
        ("dem", "den"),
        ("dem", "der"),
        ("einem", "einen"),
        ("ein", "einem"),
    )
)
