"""Rows of a text with a label and a value as sentences: "Gebühr: 5 Euro" as "die Gebühr beträgt 5 Euro". German."""

from collections.abc import Sequence
from dataclasses import replace

from apps.text.entailment.both_languages.clause_part import NOMINATIVE, Part
from apps.text.entailment.both_languages.statement import Statement, replace_verb
from apps.text.entailment.german.nominalisations.acts_within_compounds_and_phrases import verb_of_deadline_noun
from apps.text.entailment.german.rules.cost_phrases import PAID

AMOUNTS = ("euro:", "percent:", "days:", "months:", "minutes:", "metres:", "square_metres:", "grams:", "litres:")
MEASURED = ("frist", "dauer", "zeit", "höhe", "länge", "breite", "anteil", "zuschuss", "satz")
OF_ROWS = frozenset({"near", "per", "adv", "for", "until"})


def state_labelled_rows(statements: Sequence[Statement]) -> None:
    """Rows of a sentence that has no cells of its own: "Gebühr: 5 Euro" as "die Gebühr beträgt 5 Euro"."""
    for sentence in {s.sentence for s in statements}:
        rows = [s for s in statements if s.sentence == sentence]
        if len({s.label for s in rows if s.label}) <= 1 and not any(s.predicate.verb or s.cell for s in rows):
            for row in rows:
                if len(rows) == 1 and is_last_day_row(row):
                    state_last_day(row)
                else:
                    state_amount(row)


def state_amount(statement: Statement) -> None:
    """ "Bearbeitungszeit: zwei Wochen" as "die Bearbeitungszeit beträgt zwei Wochen"."""
    name, *others = statement.parts or [Part("", ())]
    values = [p for p in others if p.mark == "value" and not p.scope]
    named = name.mark == "np" and len(name.words) == 1 and name.words[0].endswith((*PAID, *MEASURED))
    if not named or statement.label not in {(), name.words} or name.scope or len(values) != 1 or statement.dependents:
        return
    plain = len(values[0].words) == 1 and values[0].words[0].startswith(AMOUNTS) and not statement.scope
    if plain and all(p is values[0] or p.mark in OF_ROWS or p.scope == ("at_most",) for p in others):
        replace_verb(statement, "betragen")
        statement.parts = [as_subject(name), *others]
        statement.front = 1
        statement.licences.append("table: X: 5 Euro = X beträgt 5 Euro")


def state_last_day(statement: Statement) -> None:
    """ "Anmeldeschluss: 31. Mai" as "Anmeldeschluss ist am 31. Mai"."""
    name, date = statement.parts
    replace_verb(statement, "enden")
    statement.parts = [as_subject(name), replace(date, mark="at")]
    statement.front = 1
    statement.licences.append("table: Anmeldeschluss: X = Anmeldeschluss ist am X")


def is_last_day_row(statement: Statement) -> bool:
    if [p.mark for p in statement.parts] != ["np", "value"] or statement.dependents or statement.scope:
        return False
    name, date = statement.parts
    plain = not (name.scope or date.scope) and statement.label in {(), name.words} and "(" not in statement.text
    return (
        plain
        and len(name.words) == len(date.words) == 1
        and is_date(date)
        and bool(verb_of_deadline_noun(name.words[0]))
    )


def is_date(part: Part) -> bool:
    return part.words[0].startswith("date:")


def as_subject(name: Part) -> Part:
    return replace(name, cases=frozenset({NOMINATIVE}), turned=True)
