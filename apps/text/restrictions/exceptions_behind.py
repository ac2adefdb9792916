"""Sentences that name an exception, a condition, or whom the one before them is for: "Ausnahmen regelt § 5.", "Gilt ab
Mai."
"""

import re

from apps.text.derivation.both_languages.statement import Statement
from apps.text.derivation.narrowing_sentences import EXTENDING
from apps.text.derivation.parse_statements import statements
from apps.text.restrictions.remarks import WIDE

SPECIAL = r"sonder(?:reg|f[aä]ll|bestimm|preis|tarif|kondition|bedingung)"
MAY_NAME = re.compile(
    rf"\b(?:\w*(?:ausnahm|{SPECIAL}|härtefäll|härtefall|einzelf[aä]ll|abweich)\w*|ander\w*|exceptions?|different"
    r"|\w*(?:voraussetzung|bedingung)(?:en)?|conditions?|beschränkt|begrenzt|gemeint|berechtigt|begünstigt"
    r"|ausgeschlossen|limited|restricted|excluded|meant|eligible)\b|(?:Gilt|Gelten|Applies|Apply|Valid)\b",
    re.IGNORECASE,
)
"""Has one of these words: all other sentences are not parsed."""
EXCEPTIONS = re.compile(rf"(?:\w*ausnahme(?:f[aä]ll\w*)?|{SPECIAL}\w*|härtefall|einzelfall|\w*abweichung|exception)\Z")
OTHERS = frozenset({"ander", "anderer", "anders", "different", "besonder", "abweichend", "gesondert"})
APPLYING = frozenset({"gelten", "bestehen", "apply", "verfahren"})
CONDITIONS = re.compile(r"\w*(?:voraussetzung|bedingung)\Z|(?:pre)?condition\Z|requirement\Z")
BEING = frozenset({"sein", "be"})
SCOPING = frozenset(
    {
        *("ausnehmen", "ausschliessen", "beschränken", "begrenzen", "meinen", "berechtigen", "begünstigen"),
        *("limit", "restrict", "exclude", "mean"),
    }
)
OPEN = re.compile(
    r"\b(?:otherwise|differently|excepted|reserves? the right|can ?not be said|(?:may|can|could) (?:vary|change|differ)"
    r"|(?<!rechte )vorbehalten|anders (?:entscheiden|festlegen|regeln)|je nachdem)\b"
    r"|\A(?:es|das|dies) (?:(?:hängt|richtet) (?!nicht\b)[^.]{0,60}\b(?:ab|nach)\b"
    r"|kommt (?!nicht\b)[^.]{0,20}\bauf\b[^.]{0,60}\ban\b)"
    r"|\A(?:it|much|this|that) (?:\w+ ){0,2}depends? on\b(?! no\b)",
    re.IGNORECASE,
)
"""It is left open: "Es kommt auf das Wetter an."."""
VERB_FIRST = re.compile(r"(?:Gilt|Gelten|Applies|Valid)\b")


def names_exception(text: str) -> bool:
    """Whether a sentence says that the one before it holds not always, or under a condition, or for whom."""
    if OPEN.search(text):
        return True
    return MAY_NAME.search(text) is not None and any(limits(one, text) for one in statements(text)[:1])


def limits(one: Statement, text: str) -> bool:
    if one.denied or EXTENDING & {*one.scope, *(word for p in one.parts for word in p.scope)}:
        return False
    words = [word for p in one.parts for word in p.words]
    verb = one.predicate.verb
    if any(EXCEPTIONS.match(word) for word in words) or (VERB_FIRST.match(text) and not WIDE & set(words)):
        return True
    if verb in SCOPING:
        return one.predicate.voice == "passive"
    if verb in BEING:
        return any(CONDITIONS.match(word) for p in one.parts[:1] for word in p.words)
    return verb in APPLYING and bool(OTHERS & set(words))
