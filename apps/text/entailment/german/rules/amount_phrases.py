"""Rules for amounts, limits and durations: "20 Prozent Ermäßigung" is "Ermäßigung von 20 Prozent". German."""

from dataclasses import replace
from itertools import pairwise

from apps.text.entailment.both_languages.clause_part import NOMINATIVE_OR_ACCUSATIVE, Part
from apps.text.entailment.both_languages.statement import Statement, replace_verb
from apps.text.entailment.tokens.parse_numbers_and_dates import PERIOD_PREFIXES, format_decimal
from apps.text.numbers.parse_number_words import parse_cardinal

MEASURED = ("euro:", "percent:")
"""Kinds of values that tell how much of a noun there is; "32 Mitglieder" are counted."""


def measure_after_noun(statement: Statement) -> None:
    """ "20 Prozent Ermäßigung", "bis zu 500 Euro Zuschuss": the noun, and how much after it."""
    for index in range(len(statement.parts) - 1, -1, -1):
        part = statement.parts[index]
        if part.mark != "np" or len(part.words) != len(("value", "noun")) or part.determiner:
            continue
        distance = part.words[0].startswith("metres:") and part.words[1] in DISTANCES
        if not (distance or part.words[0].startswith(MEASURED)) or not set(part.scope) <= BOUNDS:
            continue
        noun = Part(
            "np",
            part.words[1:],
            cases=part.cases & NOMINATIVE_OR_ACCUSATIVE or part.cases,
            text=part.text.split(" ")[-1],
        )
        value = Part("value" if part.scope else "from", part.words[:1], part.scope, text=part.text)
        statement.parts[index : index + 1] = [noun, value]
        statement.front += index < statement.front


def amount_of_money(statement: Statement) -> None:
    """ "Der Betrag von 250 Euro wird überschritten" as "250 Euro werden überschritten"."""
    for index, (part, following) in enumerate(pairwise(statement.parts)):
        money = following.mark == "from" and len(following.words) == 1 and following.words[0].startswith("euro:")
        if money and (part.mark, part.words) == ("np", ("betrag",)) and not (part.scope or part.determiner):
            statement.parts[index : index + 2] = [replace(following, mark="value")]
            statement.front -= index + 1 < statement.front
            return


DISTANCES = frozenset({"abstand", "mindestabstand", "entfernung"})
BOUNDS = frozenset({"at_least", "at_most", "more", "less", "about"})


def given_apart(statement: Statement) -> None:
    """ "Auf Antrag erhalten Vereine von der Stadt …": with a verb of receiving "von" names who gives."""
    if statement.predicate.verb not in RECEIVING or statement.predicate.voice != "active":
        return
    for index in range(len(statement.parts) - 1, -1, -1):
        halves = split_at_von(statement.parts[index])
        if halves is not None and statement.parts[index].mark == "np":
            statement.parts[index : index + 1] = halves
            statement.front += index < statement.front


RECEIVING = frozenset(
    {
        *("erhalten", "verlangen", "leihen", "kaufen", "mieten", "ausschliessen", "befreien", "ausnehmen"),
        *("fernhalten", "abhalten", "trennen", "unterscheiden", "abziehen", "entfernen", "zurücktreten"),
    }
)


def split_at_von(part: Part) -> list[Part] | None:
    """ "Vereine von der Stadt" as two phrases; None where nothing stands after "von"."""
    before, _, after = part.text.partition(" von ")
    if not after:
        before, _, after = part.text.partition(" vom ")
    if not after or part.words.count("of") != 1:
        return None
    place = part.words.index("of")
    first = replace(part, words=part.words[:place], text=before)
    return [first, Part("from", part.words[place + 1 :], text=f"von {after}")]


UP_TO = ("euro:", "percent:", "metres:", "square_metres:", "grams:", "litres:")


def is_measured_amount(part: Part) -> bool:
    """ "(bis) 25.000 Euro Jahreseinkommen"."""
    return len(part.words) == len(("25.000 Euro", "Einkommen")) and part.words[0].startswith(UP_TO)


def up_to(statement: Statement) -> None:
    """ "Gebühren bis 500 Euro" as "bis zu 500 Euro", "höchstens 500 Euro"; not "von 50 bis 500 Euro"."""
    if any(p.mark in {"from", "starting", "between"} and p.has_value for p in statement.parts):
        return
    for index, part in enumerate(statement.parts):
        if part.mark == "until" and len(part.words) == 1 and part.words[0].startswith(UP_TO) and not part.scope:
            statement.parts[index] = replace(part, mark="value", scope=("at_most",))
            statement.licences.append("limit: bis 500 Euro = höchstens 500 Euro")
        elif part.mark == "until" and is_measured_amount(part) and not part.scope:
            bound = replace(part, mark="value", words=part.words[:1], scope=("at_most",))
            statement.parts[index : index + 1] = [replace(part, mark="near", words=part.words[1:]), bound]
            statement.front += index < statement.front
            statement.licences.append("limit: bis 500 Euro Einkommen = bei einem Einkommen bis 500 Euro")
            return


TIMES = {"times:1": "once", "times:2": "twice"}


def counted_times(statement: Statement) -> None:
    """ "zwei Mal" as "zweimal"."""
    for index, part in enumerate(statement.parts):
        if part.mark == "value" and len(part.words) == 1 and part.words[0] in TIMES:
            statement.parts[index] = replace(part, mark="adv", words=(TIMES[part.words[0]],))


def denied_bound(statement: Statement) -> None:
    """ "darf nicht unter 5 Euro liegen" as "muss mindestens 5 Euro betragen"; "nicht über" as "höchstens"."""
    found = statement.predicate
    bounds = [p for p in statement.parts if p.mark in DENIED_BOUNDS and p.scope == ("not",) and len(p.words) == 1]
    allowed = (
        found.verb == "liegen" and found.modality in {"may", "can"} and found.voice == "active" and not statement.scope
    )
    if not allowed or len(bounds) != 1 or not bounds[0].has_value:
        return
    statement.parts = [
        replace(p, mark="value", scope=(DENIED_BOUNDS[p.mark],)) if p is bounds[0] else p for p in statement.parts
    ]
    replace_verb(statement, "betragen", same_subject=True, modality="")
    statement.licences.append(f"limit: darf nicht {SPELLED[bounds[0].mark]} liegen")


DENIED_BOUNDS = {"under": "at_least", "about_topic": "at_most"}
SPELLED = {"under": "unter X = mindestens X", "about_topic": "über X = höchstens X"}


def lapse(statement: Statement) -> None:
    """ "nach Ablauf von sechs Monaten" as "nach sechs Monaten"."""
    for index, (part, span) in enumerate(pairwise(statement.parts)):
        ends = part.mark in {"after", "before"} and part.words == ("ende",) and span.mark == "from" and not span.scope
        if ends and len(span.words) == 1 and span.words[0].startswith(PERIOD_PREFIXES):
            statement.parts[index : index + 2] = [replace(part, words=span.words, text=f"{part.text} {span.text}")]
            statement.front -= index + 1 < statement.front
            statement.licences.append("word: nach Ablauf von = nach")
            return


LENGTHS = {"tägig": ("days", 1), "wöchig": ("days", 7), "monatig": ("months", 1), "jährig": ("months", 12)}
LENGTHS |= {"stündig": ("minutes", 60), "minütig": ("minutes", 1)}
ENDINGS = tuple(LENGTHS)


def as_span(statement: Statement) -> None:
    """ "dauert vierzehntägig", "zweiwöchig" by itself as "14 Tage", "zwei Wochen"."""
    for index, part in enumerate(statement.parts):
        if len(part.words) != 1 or not part.words[0].endswith(ENDINGS):
            continue
        ending = next(e for e in ENDINGS if part.words[0].endswith(e))
        count = parse_cardinal(part.words[0].removesuffix(ending)) if part.mark in {"adv", "adj"} else None
        if count is not None and not part.scope:
            unit, size = LENGTHS[ending]
            statement.parts[index] = replace(part, mark="value", words=(f"{unit}:{format_decimal(count * size)}",))


def day_after(statement: Statement) -> None:
    """ "einen Tag nach der Bekanntmachung" as "am Tag nach der Bekanntmachung"."""
    for index, (part, following) in enumerate(pairwise(statement.parts)):
        if (
            part.mark == "value"
            and part.words == ("days:1",)
            and not part.scope
            and following.mark in {"after", "before"}
        ):
            statement.parts[index] = replace(part, mark="at", words=("tag",))
            statement.licences.append("word: einen Tag nach = am Tag nach")
            return
