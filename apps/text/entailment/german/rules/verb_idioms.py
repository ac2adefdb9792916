"""Verbs with a phrase bound to them: "in Anspruch nehmen", "Zeit haben", "sich richten nach". German."""

from dataclasses import replace
from functools import cache
from pathlib import Path

from apps.text.entailment.both_languages.clause_part import ACCUSATIVE, ALL_CASES, NOMINATIVE, Part
from apps.text.entailment.both_languages.predicate import Predicate
from apps.text.entailment.both_languages.statement import Statement, drop_parts, replace_verb
from apps.text.entailment.german.nominalisations.act_nouns import (
    THINGS,
    first_noun_of_compound,
    head_index,
    verb_of_part,
)
from apps.text.entailment.tokens.parse_numbers_and_dates import PERIOD_PREFIXES

IDIOMS = Path(__file__).with_name("idioms.tsv")
ROUTES = frozenset({"weg", "strecke", "entfernung", "abstand"})


def taking_time(statement: Statement) -> None:
    """ "kann sechs Wochen in Anspruch nehmen" as "kann sechs Wochen dauern"."""
    claimed = [p for p in statement.parts if p.mark == "in" and p.words == ("anspruch",) and not p.scope]
    spans = [
        p for p in statement.parts if p.mark == "value" and p.words[0].startswith(("days:", "months:", "minutes:"))
    ]
    if statement.predicate.verb == "nehmen" and claimed and len(spans) == 1 and not statement.generic:
        drop_parts(statement, lambda part: part is claimed[0])
        replace_verb(statement, "dauern", same_subject=True)
        statement.licences.append("idiom: … Wochen in Anspruch nehmen = … Wochen dauern")


APPLICATION, APPLY = "antrag", "beantragen"
GRANTED = (
    *("geld", "zuschuss", "hilfe", "rente", "zulage", "prämie", "stipendium", "darlehen", "ausweis", "pass", "schein"),
    *("erlaubnis", "asyl"),
)
"""Ends of nouns that name what people apply for, beside acts: "Hauptantrag" says which one, "Elternantrag" whose."""


def applying_for(statement: Statement) -> None:
    """ "den Wohngeldantrag stellen" as "den Antrag auf Wohngeld stellen"."""
    found = [(place, wanted) for place, part in enumerate(statement.parts) if (wanted := thing_applied_for(part))]
    if statement.predicate.verb not in {"stellen", "abgeben"} or len(found) != 1:
        return
    (place, wanted), parts = found[0], statement.parts
    application = replace(parts[place], words=(APPLICATION,))
    subject = Part("on", (wanted,), text=parts[place].text.rpartition(" ")[2])
    statement.licences.append(f"compound: {parts[place].text} = Antrag auf …")
    statement.parts = [*parts[:place], application, subject, *parts[place + 1 :]]
    statement.front += place < statement.front


def read_as_applied_for(statement: Statement, place: int) -> None:
    """What stands after an application, "auf Wohngeld", is what is applied for; "auf Papier" is how."""
    wanted = statement.parts[place] if place < len(statement.parts) and place != statement.front else None
    if wanted is None or wanted.mark != "on" or wanted.scope or wanted.has_value or not is_granted(wanted.words[-1]):
        return
    case = NOMINATIVE if statement.predicate.voice == "passive" else ACCUSATIVE
    statement.parts[place] = replace(wanted, mark="np", cases=frozenset({case}), turned=True)


def thing_applied_for(part: Part) -> str:
    """ "wohngeld" of "Wohngeldantrag"; an empty text for other parts."""
    name = part.words[-1] if part.mark == "np" and len(part.words) == 1 else ""
    half = first_noun_of_compound(name.removesuffix(APPLICATION)) if name.endswith(APPLICATION) else ""
    return half if half and is_granted(half) else ""


def is_granted(noun: str) -> bool:
    return noun.endswith(GRANTED) or (noun.endswith("ung") and noun not in THINGS)


LED_ON_LEASH = ("hund", "tier", "welpe")


def bound_phrase(statement: Statement) -> None:
    """ "in Anspruch nehmen" and its like, from the table of idioms."""
    for part in statement.parts:
        found = read_idioms().get((statement.predicate.verb, part.mark, part.words))
        if found is None or part.scope not in {(), ("not",)} or part.determiner not in {"", *part.words[:1]}:
            continue
        name, voice = found
        if name == "anleinen" and not any(p.words and p.words[-1].endswith(LED_ON_LEASH) for p in statement.parts):
            return
        if statement.predicate.verb in {"müssen", "gehören"}:  # "Hunde müssen an die Leine."
            if statement.predicate.modality or statement.predicate.tense != "present":
                return
            statement.predicate = replace(statement.predicate, modality="must")
        statement.scope = (*statement.scope, *part.scope)
        statement.licences.append(f"idiom: {part.text} {statement.predicate.verb} = {name}")
        replace_verb(statement, name, voice=voice or statement.predicate.voice)
        if name == APPLY:
            read_as_applied_for(statement, statement.parts.index(part) + 1)
        drop_parts(statement, lambda other, part=part: other is part)  # type: ignore[misc]
        return


@cache
def read_idioms() -> dict[tuple[str, str, tuple[str, ...]], tuple[str, str]]:
    found = {}
    for line in IDIOMS.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            _, name, phrase, meant, *voice = line.split("\t")
            mark, _, words = phrase.partition(":")
            found[name, mark, tuple(words.split(" "))] = (meant, voice[0] if voice else "")
    return found


def bearing_costs(statement: Statement) -> None:
    """ "die Kosten tragen", "übernehmen", "zahlen"."""
    if statement.predicate.verb in {"tragen", "übernehmen", "zahlen"} and any(
        p.mark == "np" and p.words[:1] and p.words[0].endswith("kosten") for p in statement.parts
    ):
        if statement.predicate.verb != "tragen":
            statement.licences.append("idiom: Kosten zahlen = Kosten tragen")
        # Who "trägt die Kosten" by a rule has to.
        owed = not statement.predicate.modality and statement.predicate.tense == "present" and not statement.denied
        modality = "must" if owed else statement.predicate.modality
        replace_verb(statement, "kosten_tragen", same_subject=True, modality=modality)


NO_COSTS = (
    *("zahlung", "erstattung", "vergütung", "entschädigung", "zuwendung", "leistung", "förderung", "unterstützung"),
)
"""Ends of nouns that are sums themselves: who pays a "Nachzahlung" does not bear its costs."""


def paying_for(statement: Statement) -> None:
    """ "Der Landkreis bezahlt die Unterbringung" as "er trägt die Kosten der Unterbringung"."""
    found = statement.predicate
    objects = [p for p in statement.parts if p.mark == "np" and ACCUSATIVE in p.cases and p.words]
    named = [p for p in objects if p.words[0].endswith("ung") and not p.words[0].endswith((*NO_COSTS, *THINGS))]
    acts = [p for p in named if verb_of_part(p)]
    paying = found.verb == "zahlen" and found.voice == "active" and not any(p.has_value for p in statement.parts)
    if not paying or len(acts) != 1 or acts[0].scope or acts[0].determiner or statement.denied:
        return
    costs = replace(acts[0], words=("kosten", "of", *acts[0].words))
    statement.parts = [costs if p is acts[0] else p for p in statement.parts]
    statement.licences.append("idiom: X bezahlen = die Kosten von X zahlen")


def sent(statement: Statement) -> None:
    """ "übersenden" as "schicken", of what nobody receives by it: that is told before."""
    if statement.predicate.verb == "zusenden":
        replace_verb(statement, "senden", same_subject=True)
        statement.licences.append("word: übersenden = schicken")


def keeping_distance(statement: Statement) -> None:
    """ "1,5 Meter Abstand halten" as "einen Abstand von 1,5 Metern einhalten"; "einsehen" of what one looks into."""
    kept = any(p.mark == "np" and p.words in {("abstand",), ("mindestabstand",)} for p in statement.parts)
    if statement.predicate.verb == "halten" and kept:
        replace_verb(statement, "einhalten", same_subject=True)
        statement.licences.append("word: Abstand halten = Abstand einhalten")
    into = [p for p in statement.parts if p.mark == "in" and not p.has_value and not p.scope]
    objects = [p for p in statement.parts if p.mark == "np" and p.words[:1] != ("you",) and ACCUSATIVE in p.cases]
    if statement.predicate.verb == "einsehen" and len(into) == 1 and not objects:
        looked = replace(into[0], mark="np", cases=frozenset({ACCUSATIVE}), turned=True)
        statement.parts = [looked if p is into[0] else p for p in statement.parts]


def owing_fees(statement: Statement) -> None:
    """ "Sie zahlen die Gebühr bei der Anmeldung" as "Sie müssen die Gebühr … zahlen": by a rule."""
    found = statement.predicate
    fees = [p for p in statement.parts if p.mark == "np" and p.words[-1:] == ("gebühr",) and not p.scope]
    if found.verb != "zahlen" or found.modality or found.tense != "present" or statement.denied or not fees:
        return
    if statement.relation or found.voice != "active" or any(p.has_value for p in statement.parts):
        return
    replace_verb(statement, "zahlen", modality="must", same_subject=True)
    statement.licences.append("modality: zahlt die Gebühr = muss die Gebühr zahlen")


def making_use(statement: Statement) -> None:
    """ "kann sich zur Beseitigung Dritter bedienen" as "kann Dritte mit der Beseitigung beauftragen"."""
    own = [p for p in statement.parts if p.words == ("oneself",)]
    acts = [p for p in statement.parts if p.mark in {"to", "for"} and verb_of_part(p) and not p.scope]
    if statement.predicate.verb != "bedienen" or len(own) != 1 or len(acts) != 1:
        return
    used = [p for p in statement.parts[statement.parts.index(acts[0]) :] if p.mark == "np"]
    if len(used) != 1 or used[0].scope:
        return
    changed = {id(used[0]): replace(used[0], cases=frozenset({ACCUSATIVE}), turned=True)}
    changed[id(acts[0])] = replace(acts[0], mark="with")
    statement.parts = [changed.get(id(p), p) for p in statement.parts if p is not own[0]]
    replace_verb(statement, "beauftragen", same_subject=True)
    statement.licences.append("idiom: sich X zu etwas bedienen = X damit beauftragen")


TIMES = ("tag", "abend", "morgen", "woche", "monat", "jahr", "wochenende")


def put_there(statement: Statement) -> None:
    """ "an die Straße stellen" as "an der Straße bereitstellen"."""
    marks = {"at", "on", "in", "before", "near"}
    places = [p for p in statement.parts if p.mark in marks and not p.has_value and not p.words[-1].endswith(TIMES)]
    if statement.predicate.verb == "stellen" and len(places) == 1 and not places[0].scope:
        replace_verb(statement, "bereitstellen", same_subject=True)
        statement.licences.append("word: an die Straße stellen = an der Straße bereitstellen")


def worked_out(statement: Statement) -> None:
    """ "X berechnet sich nach Y" as "X wird nach Y berechnet"."""
    found = statement.predicate
    own = [p for p in statement.parts if p.words == ("oneself",)]
    if found.verb == "berechnen" and len(own) == 1 and found.voice == "active" and not statement.generic:
        drop_parts(statement, lambda part: part is own[0])
        statement.parts = [
            replace(p, cases=frozenset({NOMINATIVE}), turned=True) if p.mark == "np" else p for p in statement.parts
        ]
        replace_verb(statement, "berechnen", voice="passive", same_subject=True)
        statement.licences.append("voice: berechnet sich nach = wird berechnet nach")


PAID_OUT = ("geld", "rente", "zulage", "zuschuss", "zuschlag", "beihilfe")


def paid_out(statement: Statement) -> None:
    """ "Das Wohngeld wird geleistet" as "es wird gezahlt"."""
    sums = [p for p in statement.parts if p.mark == "np" and len(p.words) == 1 and p.words[0].endswith(PAID_OUT)]
    if statement.predicate.verb == "leisten" and statement.predicate.voice == "passive" and len(sums) == 1:
        replace_verb(statement, "zahlen", same_subject=True)
        statement.licences.append("word: Geld leisten = Geld zahlen")


SUMS = ("beitrag", "gebühr", "steuer", "entgelt", "zuschuss", "geld", "miete", "förderung", "entschädigung")
"""Ends of what is a sum: what it depends on, its height depends on."""


def has_to_judge(statement: Statement) -> None:
    """ "bemisst sich nach X", "richtet sich nach X", "maßgeblich ist X", "es zählt X"."""
    name = statement.predicate.verb
    if (
        name in {"bemessen", "richten"}
        and {("oneself",)} & {p.words for p in statement.parts}
        and "after" in {p.mark for p in statement.parts}
    ):
        drop_parts(statement, lambda part: part.words == ("oneself",))
        statement.parts = [
            replace(p, mark="np", cases=frozenset({NOMINATIVE}), turned=True) if p.mark == "after" else p
            for p in statement.parts
        ]
        replace_verb(statement, "decide")
    elif name == "abhängen" and sum(p.mark == "from" for p in statement.parts) == 1:
        statement.parts = [
            replace(p, mark="np", cases=frozenset({NOMINATIVE}), turned=True) if p.mark == "from" else p
            for p in statement.parts
        ]
        replace_verb(statement, "decide")
    elif name in {
        "sein maßgeblich",
        "sein massgeblich",
        "sein maßgebend",
        "sein massgebend",
        "sein entscheidend",
        "zählen",
    }:
        replace_verb(statement, "decide")
    else:
        return
    statement.parts = [
        replace(p, words=p.words[2:], cases=frozenset({NOMINATIVE}), turned=True)
        if p.words[:2] == ("höhe", "of") and p.words[-1].endswith(SUMS)
        else p
        for p in statement.parts
    ]
    statement.licences.append("idiom: sich bemessen nach = maßgeblich sein")


def time_for(statement: Statement) -> None:
    """ "Sie haben drei Monate Zeit für den Antrag" as "er kann nur innerhalb von drei Monaten gestellt werden"."""
    spans = [
        p
        for p in statement.parts
        if p.words[-1:] == ("zeit",) and len(p.words) == len(("days:3", "zeit")) and ":" in p.words[0]
    ]
    acts = [p for p in statement.parts if p.mark == "for" and len(p.words) == 1 and verb_of_part(p) and not p.scope]
    if (
        statement.predicate.verb != "haben"
        or statement.predicate.modality
        or statement.denied
        or len(spans) != 1
        or len(acts) != 1
        or spans[0].scope
    ):
        return
    span = spans[0]
    statement.parts[statement.parts.index(span)] = replace(span, mark="within", words=span.words[:1], scope=("only",))
    drop_parts(statement, lambda part: part is acts[0])
    statement.parts = sorted(statement.parts, key=lambda part: part.mark != "within")
    statement.front = 0
    statement.predicate = Predicate(verb_of_part(acts[0]), "can", "active", statement.predicate.tense)
    statement.licences.append("idiom: … Zeit haben = nur innerhalb von … können")


def left_to_reader(statement: Statement) -> None:
    """ "Ihnen bleiben drei Jahre" as "Sie haben drei Jahre Zeit"."""
    if statement.predicate.verb != "bleiben":
        return
    reader = [p for p in statement.parts if p.words == ("you",) and p.mark == "np"]
    spans = [p for p in statement.parts if len(p.words) == 1 and is_time_span(p) and not p.scope]
    if len(reader) == len(spans) == 1:
        statement.parts = [replace(p, words=(*p.words, "zeit")) if p is spans[0] else p for p in statement.parts]
        drop_parts(statement, lambda part: part is reader[0])
        replace_verb(statement, "haben")
        statement.generic = "you"


def is_time_span(part: Part) -> bool:
    return part.words[0].startswith(PERIOD_PREFIXES)


def time_to(statement: Statement) -> None:
    """ "Sie haben einen Monat Zeit, um den Antrag zu stellen" as "er ist innerhalb eines Monats zu stellen"."""
    spans = [p for p in statement.parts if p.words[1:] == ("zeit",) and is_time_span(p) and not p.scope]
    acts = [d for d in statement.dependents if d.relation in {"in_order_to", "to"} and not d.scope]
    found = statement.predicate
    if found.modality or found.tense != "present" or statement.scope or len(spans) != 1 or len(acts) != 1:
        return
    act = acts[0]
    if not act.predicate.modality and statement.generic in {"you", "one"}:
        span = replace(spans[0], mark="within", words=spans[0].words[:1], cases=ALL_CASES)
        statement.parts = [*(span if p is spans[0] else p for p in statement.parts), *act.parts]
        statement.dependents = [*(d for d in statement.dependents if d is not act), *act.dependents]
        statement.predicate = Predicate(act.predicate.verb, "must")
        statement.licences.append("idiom: … Zeit haben, um zu = muss innerhalb von")


def way_between(statement: Statement) -> None:
    """ "der Weg von A zu B" as "der Weg zwischen A und B"."""
    for index, part in enumerate(statement.parts[:-1]):
        target = statement.parts[index + 1]
        if target.mark == "to" and "of" in part.words and part.words[head_index(part)] in ROUTES and not target.scope:
            place = part.words.index("of")
            between = Part(
                "between", (*part.words[place + 1 :], "and", *target.words), text=f"{part.text} {target.text}"
            )
            statement.parts[index : index + 2] = [replace(part, words=part.words[:place]), between]
            statement.licences.append("word: von A zu B = zwischen A und B")
            return


def caring_for(statement: Statement) -> None:
    """ "Dafür sorgen, dass …" as "sicherstellen, dass …"."""
    so = [p for p in statement.parts if p.words == ("dafür",) and p.mark == "adv" and not p.scope]
    told = [d for d in statement.dependents if d.relation == "that"]
    if statement.predicate.verb == "sorgen" and len(so) == len(told) == 1:
        drop_parts(statement, lambda part: part is so[0])
        replace_verb(statement, "gewährleisten", same_subject=True)
        statement.licences.append("idiom: dafür sorgen, dass = sicherstellen, dass")
