"""What something costs: "die Gebühr beträgt", "kostet", "zahlt", "wird erhoben". German."""

from dataclasses import replace
from itertools import pairwise

from apps.text.entailment.both_languages.clause_part import ACCUSATIVE, NOMINATIVE, Part
from apps.text.entailment.both_languages.predicate import Predicate
from apps.text.entailment.both_languages.statement import Statement, drop_parts, replace_verb
from apps.text.entailment.german.nominalisations.persons_and_offices import PERSONAL, PERSONS

PLAIN_FEES = frozenset({"gebühr", "preis", "kosten", "entgelt", "eintritt", "eintrittspreis", "nutzungsgebühr"})
PLAIN_FEES |= {"benutzungsgebühr"}
"""What a verb such as "kosten" may stand for by itself."""
FEES = ("gebühr", "preis", "kosten", "entgelt", "eintritt", "beitrag", "betrag")
PERIODS = {"tag": "per_day", "woche": "weekly", "monat": "monthly", "jahr": "yearly", "stunde": "per_hour"}


def amount(statement: Statement) -> None:
    """ "Die Gebühr für X beträgt 5 Euro", "X kostet 5 Euro", "X zahlt 5 Euro": fee and payer in their places."""
    name = statement.predicate.verb
    if not states_one_amount(statement):
        return
    statement.parts = [each for part in statement.parts for each in price_bases(part)]
    statement.parts = [normalise_for_to_per(part) for part in statement.parts]
    if name == "kosten" and statement.generic:
        return  # "Sie kosten 5 Euro" is told of what was named before.
    if name == "kosten":
        drop_parts(statement, lambda part: part.words == ("you",) and not part.scope)
        others = any(p.mark == "for" for p in statement.parts)
        drop_parts(statement, lambda part: others and part.words in {("it",), ("the",), ("this",)} and not part.scope)
    subjects = [p for p in statement.parts if p.mark == "np" and NOMINATIVE in p.cases]
    if (
        len(subjects) > 1
        or (not subjects and name not in {"kosten", "zahlen"})
        or (name == "zahlen" and statement.generic and subjects)
    ):
        return
    if subjects:
        place = statement.parts.index(subjects[0])
        statement.parts[place : place + 1] = [payer_or_thing_sold(subjects[0], name), *payment_period(subjects[0])]
    marks = {part.mark for part in statement.parts}
    if name in {"betragen", "sein"} and "fee" not in marks:
        return
    if name == "zahlen" and statement.generic in {"you", "one"} and marks & {"for", "per"}:
        statement.generic = ""  # Whoever gets it pays for it.
    statement.parts = [drop_issuing(part) for part in statement.parts]
    replace_verb(statement, "amount", modality="")
    statement.licences += [f"idiom: {name} = es kostet"] if name != "betragen" else []


def states_one_amount(statement: Statement) -> bool:
    """One sum of money that is, costs or is paid: not in the past, and no more than that it must be paid."""
    said = statement.predicate
    money = [p for p in statement.parts if any(word.startswith("euro:") for word in p.words)]
    if len(money) != 1 or said.verb not in {"betragen", "kosten", "zahlen", "sein"}:
        return False
    if said.voice != "active" or said.tense == "past":
        return False
    return not said.modality or (said.verb == "zahlen" and said.modality == "must")


ONE = frozenset({"ein", "eine", "einen", "einem", "einer", "eines"})
RHYTHMS = frozenset({"daily", "weekly", "monthly", "yearly"})


def normalise_for_to_per(part: Part) -> Part:
    """ "die Gebühr für einen Pass" as "je Pass"."""
    words = part.text.lower().split(" ")
    single = part.mark == "for" and len(words) > 1 and words[1] in ONE and not part.has_value
    return replace(part, mark="per") if single else part


def for_every(statement: Statement) -> None:
    """ "für jeden angefangenen Monat" as "je angefangenem Monat"."""
    for index, part in enumerate(statement.parts):
        each = part.mark == "for" and part.words[:1] == ("all",) and len(part.words) > 1 and " jed" in f" {part.text}"
        if each and not part.scope and not part.has_value:
            split = price_bases(replace(part, mark="per", words=part.words[1:], determiner=""))
            # "und jede angefangene Woche"
            each_of = [replace(p, words=p.words[1:]) if p.words[:1] == ("all",) else p for p in split]
            statement.parts[index : index + 1] = each_of
            statement.licences.append("word: für jeden X = je X")
            return


def payment_period(subject: Part) -> list[Part]:
    """ "der monatliche Beitrag": the adjective says how often it is paid."""
    return [Part("adv", subject.words[:1], text=subject.text)] if subject.words[0] in RHYTHMS else []


PAYING = PERSONS | {
    *("familie", "gruppe", "klasse", "gast", "student", "senior", "kunde", "patient", "firma", "gemeinde", "stadt"),
    *("kreis", "land", "bund", "azubi", "auszubildende", "frau", "herr", "vater", "mutter", "wer", "jeder", "alle"),
    *("kasse", "krankenkasse", "amt", "kommune", "behörde", "verwaltung", "arzt", "gericht", "staat", "schule"),
}
ENDS_OF_PAYING = tuple(end for end in PERSONAL if end != "er")
"""Beside "er", in which things end, too."""
THINGS = (
    *("zimmer", "keller", "container", "behälter", "anhänger", "eimer", "koffer", "becher", "teller", "fenster"),
    *("computer", "rechner", "drucker", "roller", "bagger", "filter", "ordner", "zähler", "theater", "wasser"),
)
"""Ends of things in "-er", which persons mostly end in, too; of the others the article "das" tells."""


def is_payer(subject: Part) -> bool:
    return subject.determiner != "no" and not (subject.words and is_sold(subject))


def is_sold(subject: Part) -> bool:
    """No person, and nobody else who pays; nothing is both, or a fee would be told of whom it is paid to."""
    name = subject.words[-1] if subject.words else ""
    if name in PAYING or name.endswith(ENDS_OF_PAYING):
        return False
    return not name.endswith("er") or name.endswith(THINGS) or subject.text.lower().startswith("das ")


def payer_or_thing_sold(subject: Part, name: str) -> Part:
    """Who pays, or what is sold, as for whom or what the money is; "ein Kind kostet" and "ein Hund zahlt" stay."""
    if (name == "zahlen" and not is_payer(subject)) or (name == "kosten" and not is_sold(subject)):
        return subject
    if name in {"betragen", "sein"}:
        words = subject.words[1:] if subject.words[0] in RHYTHMS else subject.words
        return replace(subject, mark="fee", words=words) if subject.words[-1].endswith(FEES) else subject
    each = name == "kosten" and subject.text.split(" ")[0].lower() in {"ein", "eine", "jeder", "jede", "jedes"}
    return replace(
        subject,
        mark="per" if each else "for",
        words=subject.words[1:] if subject.determiner == "all" else subject.words,
    )


def price_bases(part: Part) -> list[Part]:
    """ "je Marktstand und Tag": for each stand, for each day."""
    if part.mark == "adv" and part.words == ("daily",):
        return [replace(part, words=("per_day",))]
    if part.mark != "per" or "or" in part.words:
        return [part]
    groups: list[list[str]] = [[]]
    for word in part.words:
        if word == "and":
            groups.append([])
        else:
            groups[-1].append(word)
    return [
        replace(part, mark="adv", words=(PERIODS[g[0]],))
        if len(g) == 1 and g[0] in PERIODS
        else replace(part, words=tuple(g))
        for g in groups
    ]


def against_a_fee(statement: Statement) -> None:
    """ "Gegen eine Gebühr von 5 Euro wird eine Karte ausgestellt" as "eine Karte kostet 5 Euro"."""
    found, parts = statement.predicate, statement.parts
    fees = [(p, s) for p, s in pairwise(parts) if p.mark == "against" and p.words in {("gebühr",), ("entgelt",)}]
    things = [p for p in parts if p.mark == "np" and not p.scope and not p.determiner]
    if found.voice != "passive" or found.modality or found.tense != "present" or statement.scope or len(fees) != 1:
        return
    fee, amount = fees[0]
    if fee.scope or amount.mark != "from" or not amount.words[0].startswith("euro:") or len(things) != 1:
        return
    others = [p for p in parts if p is not fee and p is not amount and p is not things[0]]
    statement.parts = [replace(things[0], mark="for"), *others, replace(amount, mark="value")]
    statement.front, statement.predicate = 1, Predicate("amount")
    statement.licences.append("idiom: gegen eine Gebühr von X ausgestellt = kostet X")


OF_OFFENCES = frozenset({"against", "according"})
"""Of "Verstöße gegen § 3", "Ordnungswidrigkeiten nach Absatz 1"."""
FINES = frozenset({("geldbusse",), ("bussgeld",), ("geldstrafe",), ("zwangsgeld",)})


def punished_with(statement: Statement) -> None:
    """ "X kann mit einer Geldbuße bis 5 Euro geahndet werden" as "die Geldbuße für X kann bis 5 Euro betragen"."""
    found, parts = statement.predicate, statement.parts
    fines = [(p, paid) for p, paid in pairwise(parts) if p.mark == "with" and p.words in FINES and not p.scope]
    acts = [p for p in parts if p.mark == "np"]
    if found.voice != "passive" or found.modality != "can" or statement.scope or len(fines) != 1 or len(acts) != 1:
        return
    fine, amount = fines[0]
    money = amount.mark in {"value", "from"} and amount.words[0].startswith("euro:")
    if not money or acts[0].scope or acts[0].determiner or NOMINATIVE not in acts[0].cases:
        return
    others = [p for p in parts if p not in (acts[0], fine, amount)]
    if any(p.mark not in OF_OFFENCES for p in others):
        return  # "… können durch das Amt geahndet werden": who fines is no offender
    rest = [replace(acts[0], mark="for"), *others]
    named = replace(fine, mark="np", cases=frozenset({NOMINATIVE}), turned=True)
    statement.parts = [named, *rest, replace(amount, mark="value")]
    statement.front = 1 + len(rest)
    statement.predicate = Predicate("betragen", "can", tense=found.tense)
    statement.licences.append("idiom: mit einer Geldbuße geahndet = die Geldbuße für X beträgt")


PAID = ("gebühr", "kosten", "preis", "entgelt", "beitrag", "steuer", "miete", "lohn", "gehalt")


def beside_another_fee(statement: Statement) -> None:
    """ "Neben der Gebühr wird X erhoben" as "zuzüglich der Gebühr"."""
    statement.parts = [
        replace(p, mark="plus") if p.mark == "next_to" and p.words and p.words[-1].endswith(PAID) and not p.scope else p
        for p in statement.parts
    ]


def stated_amount(statement: Statement) -> None:
    """ "liegt bei 5 Euro", "beläuft sich auf 5 Euro" as "beträgt 5 Euro"."""
    name = statement.predicate.verb
    mark = {"liegen": "near", "belaufen": "on"}.get(name, "")
    amounts = [p for p in statement.parts if p.mark == mark and p.has_value]
    if not mark or len(amounts) != 1 or statement.predicate.modality:
        return
    drop_parts(statement, lambda part: part.words == ("oneself",))
    statement.parts = [value_with_bound(p) if p is amounts[0] else p for p in statement.parts]
    replace_verb(statement, "betragen")
    statement.licences.append(f"word: {name} = betragen")


def value_with_bound(part: Part) -> Part:
    """ "bei höchstens 5 Euro" as the value "höchstens 5 Euro"."""
    bound = part.words[:1] if part.words[0] in BOUNDS else ()
    return replace(part, mark="value", words=part.words[len(bound) :], scope=(*part.scope, *bound))


BOUNDS = frozenset({"at_least", "at_most"})


def duration_as_verb(statement: Statement) -> None:
    """ "Die Dauer der Prüfung beträgt zwei Wochen" as "die Prüfung dauert zwei Wochen"."""
    spans = [p for p in statement.parts if p.mark == "np" and thing_of_duration(p) and not p.scope]
    if statement.predicate.verb != "betragen" or len(spans) != 1 or statement.predicate.voice != "active":
        return
    named = replace(spans[0], words=thing_of_duration(spans[0]), cases=frozenset({NOMINATIVE}), turned=True)
    statement.parts = [named if p is spans[0] else p for p in statement.parts]
    replace_verb(statement, "dauern")
    statement.licences.append("word: die Dauer von X beträgt = X dauert")


def thing_of_duration(part: Part) -> tuple[str, ...]:
    """ "die Dauer der Prüfung", "die Bearbeitungsdauer": of what it is; nothing for other phrases."""
    if part.words[:2] == ("dauer", "of"):
        return part.words[2:]
    act = part.words[0].removesuffix("sdauer").removesuffix("szeit") if len(part.words) == 1 else ""
    return (act,) if act.endswith("ung") and act != part.words[0] else ()


EXCEEDING = {"übersteigen": "at_most", "unterschreiten": "at_least"}


def not_exceeding(statement: Statement) -> None:
    """ "darf 50 Prozent nicht übersteigen" as "darf höchstens 50 Prozent betragen"."""
    found = statement.predicate
    bounded = [p for p in statement.parts if p.mark == "value" and not p.scope]
    if found.verb not in EXCEEDING or statement.scope != ("not",) or len(bounded) != 1 or found.voice != "active":
        return
    limit = EXCEEDING[found.verb]
    statement.parts = [replace(p, scope=(limit,)) if p is bounded[0] else p for p in statement.parts]
    statement.scope = ()
    statement.licences.append(f"limit: nicht {found.verb} = {limit}")
    replace_verb(statement, "betragen", same_subject=True)


def fee_levied(statement: Statement) -> None:
    """ "Es wird eine Gebühr von 5 Euro erhoben", "Sie müssen … zahlen" as "die Gebühr beträgt 5 Euro"."""
    fees = [p for p in statement.parts if p.mark == "np" and p.words and p.words[-1].endswith(FEES) and not p.scope]
    fees = [p for p in fees if len(p.words) == 1 or (p.words[0] in RHYTHMS and len(p.words) == 2)]
    money = [p for p in statement.parts if p.mark == "from" and any(word.startswith("euro:") for word in p.words)]
    others = [p for p in statement.parts if p.mark == "np" and p not in fees and p.words != ("it",)]
    if not is_levy(statement) or statement.denied or len(fees) != 1 or len(money) != 1 or others:
        return
    drop_parts(statement, lambda part: part.words == ("it",))
    statement.parts = [
        replace(p, mark="value")
        if p is money[0]
        else replace(p, cases=frozenset({NOMINATIVE}), turned=True)
        if p in fees
        else p
        for p in statement.parts
    ]
    statement.licences.append(f"idiom: eine Gebühr von … {statement.predicate.verb} = sie beträgt …")
    statement.predicate, statement.generic = Predicate("betragen", tense=statement.predicate.tense), ""


ISSUING = frozenset({"ausstellung", "ausstellen", "erteilung", "erteilen", "ausfertigung", "ausgabe"})


def drop_issuing(part: Part) -> Part:
    """ "die Ausstellung eines Passes kostet" as "ein Pass kostet"."""
    act = part.mark in {"for", "per"} and part.words[:1] and part.words[0] in ISSUING and part.words[1:2] == ("of",)
    if not act or part.scope:
        return part
    single = ONE.intersection(part.text.lower().split(" ")[1:])
    return replace(part, mark="per" if single else part.mark, words=part.words[2:])


def levied_amount(statement: Statement) -> None:
    """ "Für X werden 5 Euro erhoben", "fallen 5 Euro an" as "X kostet 5 Euro"."""
    found = statement.predicate
    taken = found.verb in {"erheben", "berechnen", "verlangen"} and found.voice == "passive"
    arising = found.verb == "entstehen" and found.voice == "active"
    money = [p for p in statement.parts if p.mark in {"value", "np"} and p.words[:1] and p.words[0].startswith("euro:")]
    others = [p for p in statement.parts if p.mark == "np" and p not in money and p.words != ("it",)]
    if not (taken or arising) or found.modality or statement.scope or found.tense == "past" or others:
        return
    if len(money) == 1 and len(money[0].words) == 1 and any(p.mark in {"for", "per"} for p in statement.parts):
        drop_parts(statement, lambda part: part.words == ("it",))
        statement.parts = [replace(p, mark="value") if p is money[0] else p for p in statement.parts]
        statement.parts = [drop_issuing(normalise_for_to_per(p)) for part in statement.parts for p in price_bases(part)]
        statement.predicate = Predicate("amount")
        statement.licences.append(f"idiom: für X werden … {found.verb} = X kostet …")


EACH = {"jahres": "yearly", "monats": "monthly", "tages": "per_day", "wochen": "weekly", "stunden": "per_hour"}


def fee_of_period(statement: Statement) -> None:
    """ "die Jahresgebühr beträgt 5 Euro" as "die Gebühr beträgt 5 Euro im Jahr"."""
    fees = [p for p in statement.parts if p.mark == "fee" and len(p.words) == 1]
    if statement.predicate.verb != "amount" or len(fees) != 1:
        return
    first = next((e for e in EACH if fees[0].words[0].startswith(e)), "")
    rest = fees[0].words[0].removeprefix(first)
    if first and rest.endswith(FEES):
        often = Part("adv", (EACH[first],), text=fees[0].text)
        statement.parts = [replace(p, words=(rest,)) if p is fees[0] else p for p in statement.parts] + [often]
        statement.licences.append(f"compound: {fees[0].text} = {rest} {EACH[first]}")


def paid_by(statement: Statement) -> None:
    """ "Studierende zahlen eine Gebühr von 5 Euro" as "die Gebühr für Studierende beträgt 5 Euro"."""
    fees = [p for p in statement.parts if p.mark == "np" and len(p.words) == 1 and p.words[0].endswith(FEES)]
    payers = [p for p in statement.parts if p.mark == "np" and p not in fees and NOMINATIVE in p.cases]
    money = [
        p for p in statement.parts if p.mark in {"from", "value"} and p.has_value and p.words[0].startswith("euro:")
    ]
    found = statement.predicate
    plain = (
        found.verb == "zahlen" and found.voice == "active" and found.modality in {"", "must"} and not statement.scope
    )
    if not plain or [len(fees), len(payers), len(money)] != [1, 1, 1] or statement.generic or found.tense == "past":
        return
    if fees[0].scope or any(p.mark == "for" for p in statement.parts) or len(money[0].words) > 1:
        return
    changed = {id(fees[0]): replace(fees[0], mark="fee"), id(money[0]): replace(money[0], mark="value")}
    changed[id(payers[0])] = payer_or_thing_sold(payers[0], "zahlen")
    statement.parts = [changed.get(id(p), p) for p in statement.parts]
    replace_verb(statement, "amount", modality="")
    statement.licences.append("idiom: X zahlen eine Gebühr von … = die Gebühr für X beträgt …")


LEVIED = frozenset({("beitrag",), ("gebühr",), ("jahresbeitrag",), ("mitgliedsbeitrag",), ("kurbeitrag",)})


def levied_is_owed(statement: Statement) -> None:
    """ "Der Beitrag wird jährlich erhoben" as "er ist jährlich zu zahlen"; not where it is told from whom."""
    found = statement.predicate
    fees = [p for p in statement.parts if p.mark == "np" and p.words in LEVIED and not p.scope]
    plain = found.voice == "passive" and found.tense == "present" and not found.modality and not statement.denied
    rest = [p for p in statement.parts if p not in fees]
    if found.verb == "erheben" and plain and len(fees) == 1 and all(p.mark == "adv" for p in rest):
        replace_verb(statement, "zahlen", modality="must", same_subject=True)
        statement.licences.append("idiom: ein Beitrag wird erhoben = er ist zu zahlen")


def is_levy(statement: Statement) -> bool:
    """Somebody takes it by a rule, or the reader pays it."""
    found = statement.predicate
    if found.verb == "erheben":
        return found.voice == "passive" and not found.modality
    if found.verb == "entstehen":  # "Es fällt eine Gebühr von 5 Euro an."
        named = any(p.words == ("gebühr",) for p in statement.parts)
        return found.voice == "active" and not found.modality and named
    paid = found.voice == "passive" or statement.generic in {"you", "one"}
    return found.verb == "zahlen" and found.modality in {"must", ""} and paid


NOT_OWED = "modality: nicht zahlen müssen = nicht zahlen"


def not_payable(statement: Statement) -> None:
    """ "X müssen keinen Beitrag zahlen", "X sind vom Beitrag befreit" as "X zahlen keinen Beitrag"."""
    found = statement.predicate
    if found.verb == "zahlen" and statement.denied and found.modality == "must":
        replace_verb(statement, "zahlen", modality="")
        statement.licences.append(NOT_OWED)
    fees = [p for p in statement.parts if p.mark == "from" and p.words and p.words[-1].endswith((*FEES, "steuer"))]
    told = found.verb == "befreien" and found.voice == "passive" and not found.modality and not statement.scope
    if told and len(fees) == 1 and not fees[0].scope:
        owed = replace(fees[0], mark="np", cases=frozenset({ACCUSATIVE}))
        statement.parts = [owed if p is fees[0] else p for p in statement.parts]
        statement.predicate, statement.scope = Predicate("zahlen"), ("not",)
        statement.licences.append("modality: vom Beitrag befreit = keinen Beitrag zahlen")
