"""What hangs on a clause: "erst, wenn …" and relative clauses that are attributes. German."""

from dataclasses import replace

from apps.text.derivation.statement import Statement


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
        heads = [i for i, p in enumerate(statement.parts) if p.words and p.words[-1] == dependent.head]
        if (
            len(others) != 1
            or len(heads) != 1
            or not (name == "haben" or (name == "sein" and others[0].mark in {"under", "over"}))
        ):
            continue
        moved = replace(others[0], mark="with") if name == "haben" and others[0].mark == "np" else others[0]
        statement.parts.insert(heads[0] + 1, moved)
        statement.front += heads[0] < statement.front
        statement.dependents.remove(dependent)
        statement.licences.append("relative clause: as an attribute")
