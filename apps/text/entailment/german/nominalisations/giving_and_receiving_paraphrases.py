"""Giving and receiving: "wird X erteilt" is "erhält X", "bekommt X erstattet" is "X wird … erstattet". German."""

from collections.abc import Sequence
from dataclasses import replace

from apps.text.entailment.both_languages.clause_part import ACCUSATIVE, DATIVE, NOMINATIVE, Part
from apps.text.entailment.both_languages.statement import Statement, drop_parts, replace_verb
from apps.text.entailment.german.clauses.grammatical_number import agrees_in_number

GIVING = frozenset(
    """
    erteilen gewähren zuweisen aushändigen zuteilen zusenden auszahlen zustellen geben ausstellen bewilligen
    """.split()  # noqa: SIM905 - a list of words to be read
)


def given_to(statement: Statement) -> None:
    """ "Dem Kind wird ein Platz zugewiesen" as "das Kind erhält einen Platz"; without recipient "Sie erhalten"."""
    normalise_receiving(statement)
    found = statement.predicate
    agents = any(p.mark in {"from", "by"} and not p.has_value for p in statement.parts)
    if found.verb not in GIVING or found.tense != "present" or found.modality or statement.relation:
        return
    if found.voice == "active" and not statement.generic and not agents:
        state_from_receiver(statement)
        return
    if found.verb == "geben" or (agents and found.voice == "active"):
        return
    reader = [p for p in statement.parts if p.mark == "np" and p.words == ("you",) and not p.scope]
    if found.voice != "passive" and statement.generic != "we":
        return
    drop_parts(statement, lambda part: part in reader)
    phrases = [p for p in statement.parts if p.mark == "np" and p not in reader and not is_base_of_share(statement, p)]
    receiving = [p for p in phrases if not {NOMINATIVE, ACCUSATIVE} & p.cases]
    if not receiving and len(phrases) == len(("receiver", "given")):
        receiving = [p for p in phrases if is_bare_dative_plural(p)]
    given = [p for p in phrases if p not in receiving and p.words != ("it",)]
    if len(receiving) + len(reader) > 1 or len(given) != 1 or (agents and not receiving):
        statement.parts += reader
        return
    statement.parts = [
        with_case(p, NOMINATIVE) if p in receiving else with_case(p, ACCUSATIVE) if p in given else p
        for p in statement.parts
    ]
    statement.generic = "" if receiving else "you"
    replace_verb(statement, "erhalten", voice="active")
    statement.licences.append("word: wird erteilt = erhält")


SHARED = ("kosten", "ausgabe", "summe", "betrag", "preis", "miete", "lohn", "gehalt", "aufwendung", "gebühr")


def is_base_of_share(statement: Statement, part: Part) -> bool:
    """ "in Höhe von 30 Prozent der Kosten": of what the share is, on the same side of the verb."""
    place = statement.parts.index(part)
    before = statement.parts[place - 1] if place not in {0, statement.front} else None
    share = before is not None and before.mark == "from" and before.words[-1].startswith("percent:")
    return share and part.words[-1].endswith(SHARED)


def done_for(statement: Statement) -> None:
    """ "Der Arbeitgeber bekommt die Beträge erstattet (zurück)" as "dem Arbeitgeber werden die Beträge erstattet"."""
    found = statement.predicate
    names = set(found.verb.split(" ")) if found.verb != "zurückerhalten" else {"erhalten", "erstatten"}
    verb = next(iter(names - {"erhalten"}), "")
    if "erhalten" not in names or verb not in DONE_FOR or found.voice != "active" or statement.generic:
        return
    receiving = [p for p in statement.parts if p.mark == "np" and NOMINATIVE in p.cases and ACCUSATIVE not in p.cases]
    given = [p for p in statement.parts if p.mark == "np" and p not in receiving]
    if [len(receiving), len(given)] != [1, 1] or ACCUSATIVE not in given[0].cases:
        return
    changed = {id(receiving[0]): with_case(receiving[0], DATIVE), id(given[0]): with_case(given[0], NOMINATIVE)}
    statement.parts = [changed.get(id(p), p) for p in statement.parts]
    replace_verb(statement, verb, voice="passive")
    statement.licences.append("voice: bekommt … erstattet = wird … erstattet")


DONE_FOR = frozenset(
    {"erstatten", "mitteilen", "erklären", "bestätigen", "senden", "ersetzen", "zusenden", "auszahlen"}
)
"""What somebody has done for him who "bekommt es …"."""


def normalise_receiving(statement: Statement) -> None:
    """ "Sie bekommen einen Platz zugewiesen" as "Sie erhalten einen Platz"."""
    first, _, second = statement.predicate.verb.partition(" ")
    if {first, second} & {"erhalten"} and {first, second} & GIVING and statement.predicate.voice == "active":
        replace_verb(statement, "erhalten", same_subject=True)
        statement.licences.append("word: bekommt … zugewiesen = erhält")
    elif (
        "erhalten" in {first, second}
        and second
        and statement.generic == "you"
        and statement.predicate.voice == "active"
    ):
        told = second if first == "erhalten" else first
        if told in TOLD:
            statement.parts = [with_case(p, NOMINATIVE) if p.mark == "np" else p for p in statement.parts]
            statement.parts.append(Part("np", ("you",), cases=frozenset({DATIVE}), text="Ihnen"))
            statement.generic = ""
            replace_verb(statement, told, voice="passive")
            statement.licences.append("word: bekommen … mitgeteilt = es wird Ihnen mitgeteilt")


TOLD = frozenset({"mitteilen", "erklären", "erstatten", "senden", "bestätigen"})


def state_from_receiver(statement: Statement) -> None:
    """ "Die Stadt gewährt Vereinen einen Zuschuss" as "Vereine erhalten von der Stadt einen Zuschuss"."""
    phrases = [p for p in statement.parts if p.mark == "np" and p.words != ("oneself",)]
    givers = [p for p in phrases if NOMINATIVE in p.cases and agrees_in_number(statement.predicate, p) and not p.turned]
    given = [p for p in phrases if p.cases == {ACCUSATIVE}]
    receiving = [p for p in phrases if p not in givers and p not in given and DATIVE in p.cases]
    if [len(givers), len(given), len(receiving)] != [1, 1, 1] and are_in_giving_order(statement, phrases):
        givers, receiving, given = phrases[:1], phrases[1:2], phrases[2:]
    if [len(givers), len(given), len(receiving), len(phrases)] != [1, 1, 1, 3] or givers[0].scope:
        return
    giver, receiver = givers[0], receiving[0]
    changed = {id(giver): replace(giver, mark="from"), id(receiver): with_case(receiver, NOMINATIVE)}
    statement.parts = [changed.get(id(p), p) for p in statement.parts]
    replace_verb(statement, "erhalten")
    statement.licences.append("word: X gewährt Y = Y erhält von X")


def are_in_giving_order(statement: Statement, phrases: Sequence[Part]) -> bool:
    """ "Die Stadt gibt Vereinen Zuschüsse": who gives in front, then to whom in the dative plural, then what."""
    if (
        len(phrases) != len(("giver", "receiver", "given"))
        or statement.front != 1
        or statement.parts[0] is not phrases[0]
    ):
        return False
    giver, receiver, given = phrases
    return NOMINATIVE in giver.cases and is_bare_dative_plural(receiver) and ACCUSATIVE in given.cases


def is_bare_dative_plural(part: Part) -> bool:
    """ "Vereinen" without an article; a plural that ends in "-n" in every case may be another one's."""
    plural = part.text.split(" ")[-1]
    return DATIVE in part.cases and plural.endswith("n") and plural.lower() != part.words[-1]


def with_case(part: Part, case: str) -> Part:
    """In another case than its article tells."""
    return replace(part, cases=frozenset({case}), turned=True)
