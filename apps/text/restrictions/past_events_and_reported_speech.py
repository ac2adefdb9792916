"""Detects past events and reported speech beside a sentence that says what holds.

"Zwischen 2003 und 2007 probierte die Stadt etwas Neues aus. Der Eintritt ist frei.": the second one belongs to the
first. Rules, fees and services are told in the present, and their neighbours are, too.
"""

import re
from functools import lru_cache

from apps.text.entailment.both_languages.statement import Statement
from apps.text.entailment.parse_statements import parse_statements
from apps.text.restrictions.non_restrictive_lead_ins import has_plain_words_only
from apps.text.restrictions.remarks_on_sentence_before import is_verbless_aside

LONGEST_READ, MOST_KEPT = 1_000, 2_000
PAST, PRESENT = "past", "present"
MADE_RULES = frozenset(
    {
        *("beschliessen", "erlassen", "festsetzen", "festlegen", "einführen", "ändern", "entscheiden", "treten"),
        *("regeln", "genehmigen", "bestimmen", "vereinbaren", "veröffentlichen", "bestätigen", "klarstellen"),
        *("eröffnen", "bauen", "gründen", "entstehen", "erbauen", "errichten", "sanieren", "erneuern"),
        *("adopt", "enact", "introduce", "decide", "set", "approve", "publish", "confirm", "open", "found", "build"),
        *("agree", "rule"),
    }
)
"""Verbs of acts after which something holds."""
ILLUSTRATES = re.compile(
    r"\b\w*(?:beispiel|planspiel|rollenspiel|szenario|satire|aprilscherz)s?\b|\b(?:erfunden|fiktiv)\w*"
    r"|\b(?:imaginary|fictitious|scenario|role[- ]play|hoax|scam)\b",
    re.IGNORECASE,
)
IN_PASSING = re.compile(r"\b(?:zum|als|gutes|schönes) Beispiel\b|\bfor example\b", re.IGNORECASE)
HAS_TIME = re.compile(
    r"\b(?:heut\w*|derzeit|aktuell|zurzeit|momentan|inzwischen|mittlerweile|jetzt|nun|nunmehr|seit\w*|weiterhin"
    r"|currently|now|today|since|nowadays|(?:19|20)\d\d)\b",
    re.IGNORECASE,
)
"""Such a sentence stands on its own among past ones."""
REPORTED = re.compile(
    r"\b(?:(?<!auch )sei(?! (?:denn|es))|seien(?! (?:denn|es))|könne|müsse|dürfe|wolle|bedauere"
    r"|hätten?(?! gerne?\b)(?! wir\b))\b"
)


@lru_cache(maxsize=MOST_KEPT)
def tells_past(text: str) -> bool:
    """Whether it tells what happened or was so, but for acts that made a rule; no question does."""
    if len(text) > LONGEST_READ or text.endswith("?"):
        return False
    told = parse_statements(text)
    is_past = any(one.predicate.tense.startswith(PAST) and is_not_official_act(one) for one in told[:1])
    return is_past and not any(one.predicate.verb in MADE_RULES for one in told)


def is_not_official_act(one: Statement) -> bool:
    """What offices have done is told in the passive: "wurde geschlossen"; what they have not, undoes something."""
    return one.predicate.voice != "passive" or one.denied


def reports_speech(text: str) -> bool:
    """ "Er bedauere den Fehler, das sei nicht zu ändern." """
    return len(text) <= LONGEST_READ and REPORTED.search(text) is not None


def is_plain_present(text: str) -> bool:
    """Whether a sentence is told in the present, says no time of its own and does not report what was said."""
    if HAS_TIME.search(text) or reports_speech(text):
        return False
    return all(one.predicate.tense == PRESENT for one in parse_statements(text)[:1])


def belongs_to_story(neighbour: str, text: str) -> bool:
    """Whether `neighbour`, next to `text`, tells a story or reports what was said, and `text` does not."""
    return (tells_past(neighbour) or reports_speech(neighbour)) and is_plain_present(text)


def introduces_example_or_joke(text: str) -> bool:
    """Whether what follows may be an example or a joke: "Ein Rechenbeispiel soll das zeigen.", "April, April!"."""
    if len(text) > LONGEST_READ:
        return False
    return announces_illustration(text) or (is_verbless_aside(text) and not has_plain_words_only(text))


def announces_illustration(text: str) -> bool:
    """ "Ein Rechenbeispiel soll das zeigen."; not "Das gilt zum Beispiel für Vereine."."""
    return ILLUSTRATES.search(IN_PASSING.sub("", text)) is not None
