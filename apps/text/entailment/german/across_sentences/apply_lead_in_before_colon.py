"""Narrows the clause after a colon by the lead-in before it: "Für Kinder gilt: …" holds for children alone. German."""

from apps.text.entailment.both_languages.clause_part import Part
from apps.text.entailment.both_languages.statement import Statement

APPLIES = "gelten"


def is_narrowing_lead(lead: Statement) -> bool:
    """Whether it only says for whom, where or when the rest holds: "Für Kinder gilt", nothing denied or past."""
    told = lead.predicate
    return (
        told.verb == APPLIES
        and not told.modality
        and told.tense == "present"
        and not lead.scope
        and all(part.mark not in {"np", "value"} or part.words == ("folgend",) for part in lead.parts)
    )


def apply_lead_to_statement(statement: Statement, lead: Statement) -> None:
    """What the lead says narrows the statement: by its own parts and conditions, or as something no rule explains."""
    if is_narrowing_lead(lead):
        narrowing = [part for part in lead.parts if part.mark not in {"np", "value"}]
        statement.dependents = [*lead.dependents, *statement.dependents]
        statement.licences.append("a lead-in narrows what stands behind its colon")
    else:
        narrowing = [Part("lead", tuple(word for part in lead.parts for word in part.words) or (lead.predicate.verb,))]
    statement.parts = [*narrowing, *statement.parts]
    statement.front += len(narrowing)
