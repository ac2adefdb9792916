"""Rules on negation that hold in German and English: "kein" at a noun, "unless", "not without"."""

from dataclasses import replace

from apps.text.entailment.both_languages.clause_part import Part
from apps.text.entailment.both_languages.statement import Statement

COUNTED = frozenset({"all", "some", "both", "many", "several", "few", "most"})


def denial_by_determiner(statement: Statement) -> None:
    """ "kein Anspruch besteht" as "ein Anspruch besteht nicht"; only where nothing else is counted or denied."""
    if statement.denied or any(p.determiner in COUNTED for p in statement.parts):
        return
    for index, part in enumerate(statement.parts):
        if part.determiner == "no" and part.words[:1] == ("no",) and not part.scope:
            statement.parts[index] = replace(part, words=part.words[1:], determiner="")
            statement.scope = (*statement.scope, "not")
            statement.licences.append("negation: kein = nicht ein")
            return


def unless(statement: Statement) -> None:
    """ "…, es sei denn, X ist" as "…, wenn X nicht ist"; "nicht …, wenn nicht X" as "nur …, wenn X"."""
    for clause in statement.dependents:
        if (
            clause.relation == "unless"
            and clause.scope in {(), ("not",)}
            and not any("not" in p.scope for p in clause.parts)
        ):
            clause.relation, clause.scope = "if", () if clause.scope else ("not",)
            statement.licences.append("connective: es sei denn = wenn nicht")
    for clause in statement.dependents:
        if clause.relation == "as_far" and clause.scope == ("not",):
            clause.relation = "if"
            statement.licences.append("connective: soweit nicht = wenn nicht")
    conditions = [clause for clause in statement.dependents if clause.relation == "if" and clause.scope == ("not",)]
    need = statement.predicate.modality == "must"  # "muss nicht, wenn nicht" is told as an exception, never as "nur".
    single = len(conditions) == len(statement.dependents) == 1 and not statement.relation
    if statement.scope == ("not",) and single and not need:
        conditions[0].relation, conditions[0].scope, statement.scope = "only_if", (), ()
        statement.licences.append("connective: nicht, wenn nicht = nur, wenn")


def not_without(statement: Statement) -> None:
    """ "darf nicht ohne Genehmigung gefällt werden" as "darf nur mit Genehmigung gefällt werden"."""
    lacking = [p for p in statement.parts if p.mark == "without" and p.scope in {(), ("not",)} and not p.determiner]
    if statement.predicate.modality not in {"may", "can"} or len(lacking) != 1:
        return
    if (statement.scope, lacking[0].scope) not in {(("not",), ()), ((), ("not",))}:
        return
    statement.scope = ()
    statement.parts = [replace(p, mark="with", scope=("only",)) if p is lacking[0] else p for p in statement.parts]
    statement.licences.append("negation: nicht ohne X = nur mit X")


OF_TIMES = ("zeit", "stunde", "tag", "ferien", "saison", "jahr", "monat", "woche", "semester")


def not_outside(statement: Statement) -> None:
    """ "darf außerhalb der Öffnungszeiten nicht betreten werden" as "darf nur während der Öffnungszeiten"."""
    if statement.predicate.modality not in {"may", "can"}:
        return
    kept = [p for p in statement.parts if p.mark == "within" and p.scope == ("only",) and is_period_without_value(p)]
    outside = [p for p in statement.parts if p.mark == "outside" and p.scope in {(), ("not",)} and not p.has_value]
    if len(kept) == 1 and not statement.scope:
        statement.parts = [replace(p, mark="during") if p is kept[0] else p for p in statement.parts]
    elif len(outside) == 1 and (statement.scope, outside[0].scope) in {(("not",), ()), ((), ("not",))}:
        mark = "during" if is_period_without_value(outside[0]) else "within"
        inside = replace(outside[0], mark=mark, scope=("only",))
        statement.parts = [inside if p is outside[0] else p for p in statement.parts]
        statement.scope = ()
        statement.licences.append("negation: nicht außerhalb von X = nur innerhalb von X")


def is_period_without_value(part: Part) -> bool:
    return not part.has_value and bool(part.words) and part.words[-1].endswith(OF_TIMES)
