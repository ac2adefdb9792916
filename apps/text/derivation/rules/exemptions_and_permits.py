"""Duties named by nouns and adjectives: "von der Räumpflicht befreit", "bedarf der Genehmigung". German."""

from dataclasses import replace

from apps.text.derivation.reading.clause_parts import NOMINATIVE, Part
from apps.text.derivation.reading.predicates import Predicate
from apps.text.derivation.rules.act_nouns import act_of, head_of, infinitive
from apps.text.derivation.statement import Statement, drop


def needing_form(statement: Statement) -> None:
    """ "Die Kündigung bedarf der Schriftform" as "es muss schriftlich gekündigt werden"."""
    forms = [p for p in statement.parts if p.mark == "np" and p.words == ("schriftform",) and not p.scope]
    acts = [p for p in statement.parts if p.mark == "np" and p not in forms and act_of(p) and head_of(p) == 0]
    found = statement.predicate
    if found.verb != "bedürfen" or len(forms) != 1 or len(acts) != 1 or found.modality or statement.denied:
        return
    if acts[0].scope or acts[0].determiner or forms[0].determiner:
        return
    rest = acts[0].words[2:]
    subject = [Part("np", rest, cases=frozenset({NOMINATIVE}), text=acts[0].text)] if rest else []
    place = statement.parts.index(acts[0])
    statement.parts[place : place + 1] = subject
    statement.parts = [replace(p, mark="adv", words=("in_writing",)) if p is forms[0] else p for p in statement.parts]
    statement.front = min(statement.front, len(statement.parts)) if rest else 0
    statement.predicate = Predicate(act_of(acts[0]), "must", "passive", found.tense)
    statement.licences.append("modality: bedarf der Schriftform = muss schriftlich …")


PERMITS = frozenset({"genehmigung", "erlaubnis", "zustimmung", "einwilligung", "zulassung", "bewilligung", "anmeldung"})


def exempted(statement: Statement) -> None:
    """ "Von der Räumpflicht befreit sind X" as "X müssen nicht räumen"."""
    duties = [p for p in statement.parts if p.mark == "from" and len(p.words) == 1 and p.words[0].endswith("pflicht")]
    if statement.predicate.verb != "befreien" or statement.predicate.voice != "passive" or statement.denied:
        return
    verb = infinitive(duties[0].words[0].removesuffix("pflicht").removesuffix("s")) if len(duties) == 1 else ""
    if not verb or statement.predicate.modality or statement.predicate.tense not in {"perfect", "present"}:
        return
    drop(statement, lambda part: part is duties[0])
    statement.predicate = Predicate(verb, "must")
    statement.scope = (*statement.scope, "not")
    statement.licences.append("modality: von der Pflicht befreit = müssen nicht")


def needing_permit(statement: Statement) -> None:
    """ "Die Fällung von Bäumen bedarf der Genehmigung" as "Bäume dürfen nur mit Genehmigung gefällt werden"."""
    permits = [p for p in statement.parts if p.mark == "np" and p.words[-1:] and p.words[-1] in PERMITS and not p.scope]
    acts = [p for p in statement.parts if p.mark == "np" and p not in permits and act_of(p) and head_of(p) == 0]
    if statement.predicate.verb != "bedürfen" or len(permits) != 1 or len(acts) != 1:
        return
    if statement.predicate.modality or statement.denied or acts[0].scope or acts[0].determiner or permits[0].determiner:
        return
    rest = acts[0].words[2:]
    if not rest:
        return
    place = statement.parts.index(acts[0])
    statement.parts[place] = Part("np", rest, cases=frozenset({NOMINATIVE}), text=acts[0].text)
    statement.parts = [replace(p, mark="with", scope=("only",)) if p is permits[0] else p for p in statement.parts]
    statement.predicate = Predicate(act_of(acts[0]), "may", "passive", statement.predicate.tense)
    statement.licences.append("modality: bedarf der Genehmigung = nur mit Genehmigung dürfen")
