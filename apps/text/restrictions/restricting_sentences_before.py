"""Detects sentences and headings that restrict what follows, or attribute it to somebody else."""

import re
from functools import lru_cache

from apps.text.entailment.both_languages.clause_part import Part
from apps.text.entailment.both_languages.statement import WHICH, Statement
from apps.text.entailment.narrowing_sentences import UNREAD_VERB
from apps.text.entailment.parse_statements import parse_statements
from apps.text.restrictions.voided_texts import RULE_NOUNS, says_void

LONGEST_READ = 1_000
MOST_KEPT = 2_000
"""Every sentence of an answer asks for the same neighbours and headings of its page."""
ANNOUNCES = re.compile(
    r"(?<!im )\b(?:(?:nach)?folgend(?:e[mnrs]?|ermaßen)?(?! (?:[\w-]{0,20}(?:tag|woche|monat|jahr)(?:e[ns]?|s|en)?)\b)"
    r"|nachstehend\w*|wie folgt|was folgt|the following(?! (?:day|week|month|year))|as follows|what follows|below)\b",
    re.IGNORECASE,
)
GOES_ON = re.compile(r": \S")
"""Behind the colon of a sentence stands what it announces."""
ANNOUNCING = ("folgend", "nachfolgend", "nachstehend", "following")
SUPPOSES = re.compile(
    r"(?:Nehmen (?:wir|Sie) (?:einmal |mal )?an|Angenommen|Gesetzt den Fall|Stellen Sie sich vor|Gehen wir davon aus"
    r"|Unterstellt|Suppose|Assume|Assuming|Imagine|Let us assume|Say)\b"
)
INQUIRES = re.compile(
    r"\b(?:fragt|fragte|fragten|will wissen|wollte wissen|wonders|wondered|asks|asked|wants to know)\b[^.]{0,80}?,?"
    r" (?:ob|whether) "
)
""" "Frau Uhlig fragt, ob sie das richtig verstehe." """
IS_OTHERWISE = re.compile(
    r"(?:In|Im|Bei|Beim|Für|Auf|Außerhalb) [^.!?:;]{2,60}"
    r"\b(?:anders|etwas anderes|Anderes|Abweichendes)(?: geregelt)?\."
)
""" "In Neudorf ist es anders." """
ASKS_FOR_WHAT = re.compile(r"(?:W(?:as|er|en|em|essen|ann|o\w*|ie\w*|elche\w*|arum|eshalb)|Wh\w+|How)\b", re.IGNORECASE)
TELLS = re.compile(r"(?:Wussten|Wissen) Sie\b|Wusstest du\b|Did you know|Do you know")
TO_READER = re.compile(r"\b(?:Sie|Ihnen|Ihr\w*|du|dir|dein\w*|you|your)\b")
ENACTING = frozenset({"beschliessen", "beschließen", "erlassen", "festsetzen", "adopt", "enact"})
PLAIN_MARKS = frozenset({"np", "value", "adv", "adj", "noun", "verb", "aux", "det", "num"})
"""Of parts that restrict nothing: all others begin with a preposition, a conjunction, "only" or a denial."""
OF_ITS_OWN = frozenset({"ausnahme", "sonderregel", "sonderregelung", "besonderheit", "vergünstigung", "exception"})
DIFFERENT = frozenset({"ander", "abweichend", "besonder", "eigen", "gesondert"})
EXISTING = frozenset({"bestehen", "gelten"})
MAY_EXCEPT = re.compile(
    r"\b(?:Ausnahme|Sonderregel|Besonderheit|Vergünstigung|exception|ander|abweichend|besonder|eigen|gesondert)"
)
"""Begins one of these words: all other sentences are not parsed."""
PARTS_OF_TEXTS = (
    r"(?:Kapitel|Teil|Anlage|Abschnitt|Artikel|Art\.|Seite|Nr\.|Nummer|Absatz|Abs\.|S(?:atz|\.)|Vorlage|Drucksache|TOP"
    r"|Chapter|Part|Annex|Section|Item|Page)"
)
LABEL = re.compile(
    rf"\b{PARTS_OF_TEXTS}\s*[\dIVX][\w/.]*|\A[\d.)(\s]+|[§$]{{1,2}}\s*\d+\s?[a-z]?\b|\A[a-zA-Z]\)|\A[IVX]{{1,5}}\."
    r"|\b(?:vom|Stand:?|as of|dated)\s+(?:\d[\d./]*(?:\s+\w+\s+\d{4})?|\w+\s+\d{4})",
    re.IGNORECASE,
)
"""The number of a heading and the date of a text: they restrict nothing. Scans have "$" for "§"."""
OF_YEAR = re.compile(
    rf"(?:{RULE_NOUNS}|\A\w*(?:Jahr|Saison|Sommer|Winter|year|season|summer|winter)) (?:19|20)\d\d\b", re.IGNORECASE
)
PART_OF_COMPOUND = re.compile(r"\w+- ")
OPINION = re.compile(
    r"\b(?:Gast(?:beitrag|kommentar)|Leserbrief\w*|Kommentar|Meinung|Standpunkt|Zuschrift\w*|Zwischenruf|Opinion"
    r"|(?:Guest )?column|Letters? to the editor|Comment by)\b",
    re.IGNORECASE,
)
OF_SOMEBODY = re.compile(
    r"\b(?:Forderung(?:en)?|Stellungnahmen?|Antrag|Anträge|Wünsche|Kritik|Vorschl[aä]ge?|Standpunkt|Kommentare"
    r"|Rückmeldungen|Meinungen|Stimmen) (?:der|des|von|aus)\b"
    r"|\b(?:Comments|Feedback|Wishes|Views|Letters) (?:from|of|by)\b"
    r"|\b(?:Szenari(?:o|en)|Scenarios?|(?:Variante|Alternative|Option) \w{1,3}|Musterbescheid\w*|Mustertext\w*)\b"
    r"|\b(?:Rückblick|Historie|Chronik)\b"
    r"|\bbehauptet\b|\bMyth(?:os|en)\b|\bIrrt[üu]m\w*|\bGerücht\w*|\bFalschmeldung\w*|\b(?:Demands|Claims) (?:of|by)\b",
    re.IGNORECASE,
)
"""What stands below it is somebody's wish or word, an example, or of the past."""
ELSEWHERE = re.compile(
    r"(?<!mit )(?<!zwischen )\b(?:ander\w+|fremd\w+) (?:St[aä]dt\w*|Gemeinde\w*|L[aä]nder\w*|Kommunen"
    r"|Orten?|Kreisen?|Behörden|Ämter\w*)\b"
    r"|(?<!with )(?<!and )\b(?:other|foreign) (?:towns|cities|councils|countries|boroughs|districts)\b"
    r"|\b(?:anderswo|andernorts|elsewhere)\b",
    re.IGNORECASE,
)
OPENS_TOPIC = frozenset({"about", "about_topic", "to", "of"})
"""Marks of "zu", "über", "von": "Zu § 3", "Über uns"."""


@lru_cache(maxsize=MOST_KEPT)
def restricts_following(text: str) -> bool:
    """Whether what follows is said of some only, under a condition, of another time, or by somebody else."""
    if len(text) > LONGEST_READ:
        return False
    if SUPPOSES.match(text) or IS_OTHERWISE.fullmatch(text) or asks_reader(text) or INQUIRES.search(text):
        return True
    announced = ANNOUNCES.search(text)
    if announced and not GOES_ON.search(text, announced.end()):
        return says_void(text) or any(restricts_what_follows(one) for one in parse_statements(text)[:1])
    return MAY_EXCEPT.search(text) is not None and any(announces_exception(one) for one in parse_statements(text)[:1])


def asks_reader(text: str) -> bool:
    """ "Haben Sie einen Ausweis?": what follows is for those who say yes."""
    return (
        text.endswith("?")
        and not ASKS_FOR_WHAT.match(text)
        and not TELLS.match(text)
        and TO_READER.search(text) is not None
    )


def restricts_what_follows(one: Statement) -> bool:
    """ "Die folgenden Regeln gelten nur für Kinder.", "Die Fraktion beantragt Folgendes."; not "Es gelten folgende
    Preise."."""
    if one.scope or one.dependents or any(p.scope or p.mark not in PLAIN_MARKS for p in one.parts):
        return True
    verb, tense = one.predicate.verb, one.predicate.tense
    if verb in ENACTING:
        return False
    said_by = [p for p in one.parts if p.mark == "np" and not any(word.startswith(ANNOUNCING) for word in p.words)]
    return tense == "past" or (bool(said_by) and not one.generic and one.predicate.voice == "active")


def announces_exception(one: Statement) -> bool:
    """ "Für Anwohner gibt es eine Ausnahme.", "Bei Regen gilt eine andere Regel."."""
    if one.predicate.verb not in EXISTING or all(p.mark == "np" for p in one.parts):
        return False
    return any(set(p.words) & (OF_ITS_OWN | DIFFERENT) for p in one.parts if p.mark == "np")


@lru_cache(maxsize=MOST_KEPT)
def restricts_as_heading(title: str) -> bool:
    """ "Kinder unter 6 Jahren", "Im Winter", "Frühere Fassung", "Sind Sie Schüler?"; not "Gebühren" or "§ 3 Ort"."""
    text = LABEL.sub(" ", title).strip(" :-–*")
    if not text or len(text) > LONGEST_READ:
        return False
    if text.endswith("?"):
        return asks_reader(text)
    if PART_OF_COMPOUND.match(text):  # "Auf- und Abbau"
        return False
    if (
        says_void(text)
        or OPINION.search(text)
        or OF_SOMEBODY.search(text)
        or ELSEWHERE.search(text)
        or OF_YEAR.search(text)
    ):
        return True
    return any(is_limiting_heading(one) for one in parse_statements(text)[:1])


def is_limiting_heading(one: Statement) -> bool:
    if one.predicate.verb == UNREAD_VERB:
        kinds = [p.mark for p in one.parts]
        return bool({"focus", "neg"} & {*kinds}) or kinds[:1] in (["prep"], ["sub"])
    if one.predicate.verb:
        return bool(one.scope or one.dependents)
    first = one.parts[0] if one.parts else None
    counts = first is not None and first.words[0].startswith("number:")  # "In drei Schritten zum Termin"
    opens = first is None or not (first.mark in PLAIN_MARKS or first.mark in OPENS_TOPIC or counts)
    conditions = [dependent for dependent in one.dependents if dependent.connector != WHICH]
    return opens or bool(conditions or one.scope) or any(p.scope or names_limit(p) for p in one.parts)


def names_limit(part: Part) -> bool:
    """An age or a date; not the number of a thing."""
    return any(not word.startswith(("ordinal:", "number:")) for word in part.words if ":" in word)


LABEL_OF_PARAGRAPH = re.compile(r"[^:.!?]{1,80}:")
SPEAKS = re.compile(
    r"(?:\*\*)?(?:[^*:]{0,30}\b)?(?:Abg\.|Dr\.|Prof\.|Herrn?|Frau|Minister(?:in)?|Bürgermeister(?:in)?|Stadtr(?:at|ätin)"
    r"|Vorsitzender?|Präsident(?:in)?|Mr|Mrs|Ms|Cllr|Councillor|Lord|Lady|Chair)(?!\w)[^*:]{0,80}(?::\*\*|\*\*\s?:)"
)
""" "**Abg. Dr. Morsbach (LU):**" opens what somebody says."""


def restricts_as_label(text: str) -> bool:
    """ "Beispiel: Frau Maier zahlt 5 Euro.": so a paragraph begins."""
    if SPEAKS.match(text):
        return True
    label = LABEL_OF_PARAGRAPH.match(text)
    return label is not None and says_void(label[0])
