"""What something costs: "die Gebühr beträgt", "kostet", "zahlt", "wird erhoben". German."""

from dataclasses import replace

from apps.text.derivation.reading.clause_parts import NOMINATIVE, Part
from apps.text.derivation.reading.predicates import Predicate
from apps.text.derivation.statement import Statement, drop, with_verb

PLAIN_FEES = frozenset({"gebühr", "preis", "kosten", "entgelt", "eintritt", "eintrittspreis"})
"""What a verb such as "kosten" may stand for by itself."""
FEES = ("gebühr", "preis", "kosten", "entgelt", "eintritt", "beitrag", "betrag")
PERIODS = {"tag": "per_day", "woche": "weekly", "monat": "monthly", "jahr": "yearly", "stunde": "per_hour"}


def amount(statement: Statement) -> None:
    """ "Die Gebühr für X beträgt 5 Euro", "X kostet 5 Euro", "X zahlt 5 Euro": fee and payer in their places."""
    name = statement.predicate.verb
    money = [p for p in statement.parts if any(word.startswith("euro:") for word in p.words)]
    if (
        len(money) != 1
        or name not in {"betragen", "kosten", "zahlen", "sein"}
        or statement.predicate.voice != "active"
        or statement.predicate.tense == "past"
    ):
        return
    if statement.predicate.modality and (name != "zahlen" or statement.predicate.modality != "must"):
        return
    statement.parts = [each for part in statement.parts for each in bases(part)]
    if name == "kosten":
        others = any(p.mark == "for" for p in statement.parts)
        drop(statement, lambda part: others and part.words in {("it",), ("the",), ("this",)} and not part.scope)
    subjects = [p for p in statement.parts if p.mark == "np" and NOMINATIVE in p.cases]
    if (
        len(subjects) > 1
        or (not subjects and name not in {"kosten", "zahlen"})
        or (name == "zahlen" and statement.generic and subjects)
    ):
        return
    if subjects:
        statement.parts[statement.parts.index(subjects[0])] = payer(subjects[0], name)
    if name in {"betragen", "sein"} and not any(p.mark == "fee" for p in statement.parts):
        return
    with_verb(statement, "amount", modality="")
    statement.licences += [f"idiom: {name} = es kostet"] if name != "betragen" else []


def payer(subject: Part, name: str) -> Part:
    if name in {"betragen", "sein"}:
        return replace(subject, mark="fee") if subject.words[-1].endswith(FEES) else subject
    each = name == "kosten" and subject.text.split(" ")[0].lower() in {"ein", "eine", "jeder", "jede", "jedes"}
    return replace(
        subject,
        mark="per" if each else "for",
        words=subject.words[1:] if subject.determiner == "all" else subject.words,
    )


def bases(part: Part) -> list[Part]:
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


def levied(statement: Statement) -> None:
    """ "Es wird eine Gebühr von 5 Euro erhoben" as "die Gebühr beträgt 5 Euro"."""
    fees = [
        p for p in statement.parts if p.mark == "np" and len(p.words) == 1 and p.words[0].endswith(FEES) and not p.scope
    ]
    money = [p for p in statement.parts if p.mark == "from" and any(word.startswith("euro:") for word in p.words)]
    if (
        statement.predicate.verb != "erheben"
        or statement.predicate.voice != "passive"
        or statement.predicate.modality
        or len(fees) != 1
        or len(money) != 1
    ):
        return
    drop(statement, lambda part: part.words == ("it",))
    statement.parts[statement.parts.index(money[0])] = replace(money[0], mark="value")
    statement.predicate = Predicate("betragen", tense=statement.predicate.tense)
    statement.licences.append("idiom: eine Gebühr von … wird erhoben = sie beträgt …")
