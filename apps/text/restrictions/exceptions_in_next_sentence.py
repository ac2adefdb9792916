"""Detects sentences that name an exception to the one before ("Ausnahmen regelt § 5."), a condition or its audience."""

import re

from apps.text.entailment.both_languages.statement import Statement
from apps.text.entailment.narrowing_sentences import EXTENDING
from apps.text.entailment.parse_statements import parse_statements
from apps.text.restrictions.remarks_on_sentence_before import WIDE

SPECIAL = r"sonder(?:reg|f[aä]ll|bestimm|preis|tarif|kondition|bedingung)"
GROUP = r"zielgruppe|target group|aimed at|intended for|open to"
NAMES_GROUP = re.compile(rf"\b(?:{GROUP})\b", re.IGNORECASE)
MAY_NAME = re.compile(
    rf"\b(?:\w*(?:ausnahm|{SPECIAL}|härtefäll|härtefall|einzelf[aä]ll|abweich)\w*|ander\w*|exceptions?|different"
    r"|\w*(?:voraussetzung|bedingung)(?:en)?|conditions?|beschränkt|begrenzt|gemeint|berechtigt|begünstigt"
    rf"|ausgeschlossen|limited|restricted|excluded|meant|eligible|(?:richte[nt]|wende[nt]) sich an|{GROUP}"
    r"|befristet|ausgesetzt|pausier\w+|ruh(?:t|en)|(?:entfäll|fäll)\w*|anspruch (?:hat|haben)"
    r"|(?:teilnehmen|mitmachen) (?:kann|können|darf|dürfen)|suspended|paused|Zuerst|Zuvor|Davor|Vorher)\b"
    r"|(?:Gilt|Gelten|Applies|Apply|Valid)\b",
    re.IGNORECASE,
)
"""Has one of these words: all other sentences are not parsed."""
EXCEPTIONS = re.compile(rf"(?:\w*ausnahme(?:f[aä]ll\w*)?|{SPECIAL}\w*|härtefall|einzelfall|\w*abweichung|exception)\Z")
OTHERS = frozenset({"ander", "anderer", "anders", "different", "besonder", "abweichend", "gesondert"})
APPLYING = frozenset({"gelten", "bestehen", "apply", "verfahren", "aussehen"})
CONDITIONS = re.compile(r"\w*(?:voraussetzung|bedingung)\Z|(?:pre)?condition\Z|requirement\Z")
BEING = frozenset({"sein", "be"})
SCOPING = frozenset(
    {
        *("ausnehmen", "ausschliessen", "beschränken", "begrenzen", "meinen", "berechtigen", "begünstigen"),
        *("limit", "restrict", "exclude", "mean"),
    }
)
OPEN = re.compile(
    r"\A(?:Anders (?:verhält|liegt|sieht)|Mit einer Einschränkung)\b|\bdo so (?:only )?(?:within|by|before|if)\b"
    r"|\b(?:otherwise|differently|excepted"
    r"|reserves? the right|can ?not be said|(?:may|can|could) (?:vary|change|differ)"
    r"|(?<!rechte )vorbehalten|anders (?:entscheiden|festlegen|regeln)|je nachdem"
    r"|\w+(?<!un)abhängig(?:e[mnrs]?)?|(?<!in)dependent on)\b"
    r"|\A(?:es|das|dies) (?:(?:hängt|richtet) (?!nicht\b)[^.]{0,60}\b(?:ab|nach)\b"
    r"|kommt (?!nicht\b)[^.]{0,20}\bauf\b[^.]{0,60}\ban\b)"
    r"|\A(?:it|much|this|that) (?:\w+ ){0,2}depends? on\b(?! no\b)",
    re.IGNORECASE,
)
"""It is left open: "Es kommt auf das Wetter an."."""
PER_UNIT = re.compile(
    r"(?:(?:Der|Die|Das|Diese[rs]?|Alle) [\w-]{2,40}|Er|Sie|Dies|Das) (?:"
    r"(?:versteh(?:t|en) sich|gilt|gelten) (?:jeweils )?(?:(?:je|pro)\b(?! nach)|netto\b|zuzüglich\b)"
    r"|(?:wird|werden) (?:jeweils )?(?:je|pro)\b(?! nach)[^.\d]{2,60}\b(?:erhoben|berechnet|fällig)\b"
    r"|(?:fällt|fallen) (?:jeweils )?(?:je|pro)\b(?! nach)[^.\d]{2,60}\ban\b)"
)
""" "Der Betrag versteht sich je Monat.": without it the sum before is another one."""
VERB_FIRST = re.compile(r"(?:Gilt|Gelten|Applies|Valid)\b")


def names_exception(text: str) -> bool:
    """Whether a sentence says that the one before it holds not always, or under a condition, or for whom."""
    if OPEN.search(text) or PER_UNIT.match(text):
        return True
    return MAY_NAME.search(text) is not None and any(
        limits_sentence_before(one, text) for one in parse_statements(text)[:1]
    )


def limits_sentence_before(one: Statement, text: str) -> bool:
    if one.denied or EXTENDING & {*one.scope, *(word for p in one.parts for word in p.scope)}:
        return False
    words = [word for p in one.parts for word in p.words]
    verb = one.predicate.verb
    if is_for_certain_people(one) or states_interruption(one) or is_precondition(one):
        return not WIDE & set(words)
    if any(EXCEPTIONS.match(word) for word in words) or (VERB_FIRST.match(text) and not WIDE & set(words)):
        return True
    if verb in SCOPING:
        return one.predicate.voice == "passive"
    if verb in BEING:
        return any(CONDITIONS.match(word) for p in one.parts[:1] for word in p.words)
    return verb in APPLYING and bool(OTHERS & set(words))


ADDRESSING = frozenset({"richten", "wenden"})
TAKING_PART = frozenset({"teilnehmen", "mitmachen"})
STOPPING = frozenset({"pausieren", "ruhen", "entfallen", "ausfallen", "befristen", "suspend", "pause"})
FIRST = frozenset({"zuerst", "zuvor", "davor", "vorher", "in_advance", "first"})
OWED = frozenset({"must", "should"})


def is_for_certain_people(one: Statement) -> bool:
    """ "Das Angebot richtet sich an Familien.", "Anspruch haben Eltern.", "Teilnehmen kann, wer hier wohnt."."""
    marks = {p.mark for p in one.parts}
    own = any(p.words == ("oneself",) for p in one.parts)
    if one.predicate.verb in ADDRESSING:
        return own and "at" in marks and not one.generic
    if one.predicate.verb == "haben" and any(p.words == ("anspruch",) and not p.scope for p in one.parts[:1]):
        return True
    if one.predicate.verb in TAKING_PART:
        return one.predicate.modality in {"can", "may"} and (bool(one.dependents) or not one.generic)
    return NAMES_GROUP.search(one.text) is not None


def states_interruption(one: Statement) -> bool:
    """ "Im August pausiert das Angebot.", "Die Regelung ist bis Ende 2026 befristet.", "… ist bis auf Weiteres
    ausgesetzt."; a reward or a danger is set for something, not until."""
    if one.predicate.verb == "aussetzen":
        return one.predicate.voice == "passive" and any(p.mark.startswith("until") for p in one.parts)
    return one.predicate.verb in STOPPING and any(p.mark not in {"np", "adj"} for p in one.parts)


def is_precondition(one: Statement) -> bool:
    """ "Zuvor muss die Kaution hinterlegt sein."."""
    return bool(FIRST & {word for p in one.parts[:1] for word in p.words}) and one.predicate.modality in OWED
