"""Ages in other words: "ab dem vollendeten 18. Lebensjahr" is "ab 18 Jahren". German."""

from dataclasses import replace

from apps.text.entailment.both_languages.clause_part import Part
from apps.text.entailment.both_languages.statement import Statement, drop_parts, replace_verb

YEAR_OF_LIFE = "lebensjahr"
COMPLETED = frozenset({"vollendet", "vollenden"})
COMPLETION = "vollendung"
MARKS = {"starting": "starting", "until+to": "under", "until": "under"}
"""Of "ab dem vollendeten 18. Lebensjahr" and "bis zum vollendeten 18. Lebensjahr"."""
MARKS_OF_ACT = {
    "after": "starting",
    "with": "starting",
    "starting": "starting",
    "before": "under",
    "until+to": "under",
    "until": "under",
}
"""Of "nach Vollendung des 18. Lebensjahres", "bis zur Vollendung …"."""
MONTHS = 12


def completed_year(statement: Statement) -> None:
    """ "bis zum vollendeten 6. Lebensjahr", "bis zur Vollendung des 6. Lebensjahres" as "unter 6 Jahren"."""
    for index, part in enumerate(statement.parts):
        if YEAR_OF_LIFE in part.words and (age := completed_age_part(part)) is not None:
            statement.parts[index] = age
            statement.licences.append("age: das 18. Lebensjahr vollendet = ab 18 Jahren")


def year_completed(statement: Statement) -> None:
    """ "Es hat das zehnte Lebensjahr vollendet" as "es ist mindestens zehn Jahre alt"."""
    found = statement.predicate
    done = [p for p in statement.parts if p.words == ("vollendet",) and p.mark == "adj" and not p.scope]
    years = [p for p in statement.parts if p.mark == "np" and is_year_of_life(p)]
    plain = found.voice == "active" and found.tense == "present" and not found.modality and not statement.scope
    if not plain or statement.relation == "relative" or len(done) != 1 or len(years) != 1:
        return
    months = int(years[0].words[0].removeprefix("ordinal:")) * MONTHS
    age = Part("value", (f"months:{months}",), ("at_least",), text=years[0].text)
    statement.parts = [age if p is years[0] else p for p in statement.parts]
    drop_parts(statement, lambda part: part is done[0])
    replace_verb(statement, "sein alt", same_subject=True)
    statement.licences.append("age: das 18. Lebensjahr vollendet = ab 18 Jahren")


def is_year_of_life(part: Part) -> bool:
    return part.words[1:] == (YEAR_OF_LIFE,) and part.words[0].startswith("ordinal:") and not part.scope


OF_BIRTHDAYS = {"starting": "starting", "before": "under", "until+to": "under"}


def birthday(statement: Statement) -> None:
    """ "ab dem 50. Geburtstag" as "ab 50 Jahren", "vor ihrem zweiten Geburtstag" as "unter 2 Jahren"."""
    for index, part in enumerate(statement.parts):
        words = part.words[part.words[:1] in {("her",), ("his",)} :]
        named = len(words) == len(("ordinal", "geburtstag")) and words[1] == "geburtstag"
        if part.mark in OF_BIRTHDAYS and named and words[0].startswith("ordinal:") and not part.scope:
            months = f"months:{int(words[0].removeprefix('ordinal:')) * MONTHS}"
            statement.parts[index] = Part(OF_BIRTHDAYS[part.mark], (months,), text=part.text)
            statement.licences.append("age: der 18. Geburtstag = 18 Jahre")


def years_old(statement: Statement) -> None:
    """ "Studierende, die mindestens 18 Jahre alt sind", "wer 65 Jahre oder älter ist" as those from that age on."""
    for clause in list(statement.dependents):
        found = clause.predicate
        plain = found.tense == "present" and not found.modality and not clause.scope and not clause.dependents
        if not plain or found.verb not in {"sein", "sein alt"} or clause.relation not in {"relative", "if"}:
            continue
        others = [p for p in clause.parts if p.words != ("the",)]
        months = least_age(others[0], found.verb) if len(others) == 1 else ""
        heads = [i for i, p in enumerate(statement.parts) if p.words and p.words[-1] == clause.head and not p.scope]
        anybody = clause.relation == "if" and clause.generic in GENERIC and statement.generic in GENERIC
        if not months or not (anybody or (clause.relation == "relative" and len(heads) == 1)):
            continue
        place = 0 if anybody else heads[0] + 1
        statement.parts.insert(place, Part("starting", (months,), text=clause.text))
        statement.front += anybody or heads[0] < statement.front
        statement.dependents.remove(clause)
        statement.licences.append("age: mindestens 18 Jahre alt = ab 18 Jahren")


GENERIC = frozenset({"you", "one"})


def older_than(statement: Statement) -> None:
    """ "die mehr als 3 Monate alt sind" as "die älter als 3 Monate sind"."""
    for clause in statement.dependents:
        found = clause.predicate
        values = [p for p in clause.parts if p.mark == "value" and p.scope in {("more",), ("less",)}]
        if found.verb == "sein alt" and len(values) == 1 and values[0].words[0].startswith(("months:", "days:")):
            mark = "about_topic" if values[0].scope == ("more",) else "under"
            aged = replace(values[0], mark=mark, scope=())
            clause.parts = [aged if p is values[0] else p for p in clause.parts]
            clause.predicate = replace(found, verb="sein")


def least_age(part: Part, verb: str) -> str:
    """ "mindestens 18 Jahre" of "alt sein", "65 Jahre oder älter" of "sein", as months; an empty text for others."""
    if part.mark != "value" or not part.words or not part.words[0].startswith("months:"):
        return ""
    older = part.words[1:] == ("or", "alt+er") and not part.scope and verb == "sein"
    least = len(part.words) == 1 and part.scope == ("at_least",) and verb == "sein alt"
    return part.words[0] if older or least else ""


PERSONS = frozenset(
    {"kind", "person", "jugendlich", "schüler", "mensch", "mitglied", "besucher", "minderjährig", "teilnehmer"}
)
OLDEST = 110


def names_person(part: Part) -> bool:
    return part.words[-1] in PERSONS


def of_number(statement: Statement) -> None:
    """ "Kinder unter 14" as "Kinder unter 14 Jahren"; "unter 14 Jahre alt" without "alt"."""
    for index, part in enumerate(statement.parts):
        of_person = (
            index > 0 and statement.parts[index - 1].words[-1:] != () and names_person(statement.parts[index - 1])
        )
        if part.mark == "until" and of_person and not part.scope and part.words[0].startswith("months:"):
            statement.parts[index] = replace(part, mark="value", words=part.words[:1], scope=("at_most",))
            continue
        if part.mark not in {"under", "over", "starting"} or part.scope or not part.words:
            continue
        if len(part.words) == 2 and part.words[0].startswith("months:") and part.words[1] == "alt":
            statement.parts[index] = replace(part, words=part.words[:1])
            continue
        before = statement.parts[index - 1].words[-1:] if index else ()
        number = part.words[0].removeprefix("number:")
        if len(part.words) == 1 and before and before[0] in PERSONS and number.isdigit() and int(number) <= OLDEST:
            statement.parts[index] = replace(part, words=(f"months:{int(number) * MONTHS}",))
            statement.licences.append("age: unter 14 = unter 14 Jahren")


def completed_age_part(part: Part) -> Part | None:
    years = [word for word in part.words if word.startswith("ordinal:")]
    rest = [word for word in part.words if word not in {*years, YEAR_OF_LIFE, "of"}]
    if len(years) != 1 or len(rest) != 1 or part.scope:
        return None
    marks = MARKS if rest[0] in COMPLETED else MARKS_OF_ACT if rest[0] == COMPLETION else {}
    if part.mark not in marks:
        return None
    months = int(years[0].removeprefix("ordinal:")) * MONTHS
    return replace(part, mark=marks[part.mark], words=(f"months:{months}",), determiner="")
