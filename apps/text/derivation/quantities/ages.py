"""Ages in other words: "ab dem vollendeten 18. Lebensjahr" is "ab 18 Jahren". German."""

from dataclasses import replace

from apps.text.derivation.reading.clause_parts import Part
from apps.text.derivation.statement import Statement

YEAR_OF_LIFE = "lebensjahr"
COMPLETED = frozenset({"vollendet", "vollenden"})
COMPLETION = "vollendung"
MARKS = {"starting": "starting", "until+to": "under", "until": "under"}
"""Of "ab dem vollendeten 18. Lebensjahr" and "bis zum vollendeten 18. Lebensjahr"."""
MARKS_OF_ACT = {
    **{"after": "starting", "with": "starting", "starting": "starting"},
    **{"before": "under", "until+to": "under", "until": "under"},
}
"""Of "nach Vollendung des 18. Lebensjahres", "bis zur Vollendung …"."""
MONTHS = 12


def completed_year(statement: Statement) -> None:
    """ "bis zum vollendeten 6. Lebensjahr", "bis zur Vollendung des 6. Lebensjahres" as "unter 6 Jahren"."""
    for index, part in enumerate(statement.parts):
        if YEAR_OF_LIFE in part.words and (age := age_of(part)) is not None:
            statement.parts[index] = age
            statement.licences.append("age: das 18. Lebensjahr vollendet = ab 18 Jahren")


def age_of(part: Part) -> Part | None:
    years = [word for word in part.words if word.startswith("ordinal:")]
    rest = [word for word in part.words if word not in {*years, YEAR_OF_LIFE, "of"}]
    if len(years) != 1 or len(rest) != 1 or part.scope:
        return None
    marks = MARKS if rest[0] in COMPLETED else MARKS_OF_ACT if rest[0] == COMPLETION else {}
    if part.mark not in marks:
        return None
    months = int(years[0].removeprefix("ordinal:")) * MONTHS
    return replace(part, mark=marks[part.mark], words=(f"months:{months}",), determiner="")
