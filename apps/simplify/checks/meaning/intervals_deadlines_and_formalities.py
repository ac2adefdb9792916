"""Intervals, starts of time limits, rates, required forms, examples: words that decide about deadlines and money."""

import re

from apps.simplify.checks.meaning.conditions import whole_words_pattern
from apps.simplify.text.rewrite_fidelity_violation import Violation

INTERVALS = {
    "day": ("(?:arbeits|werk|tag)?täglich", r"(?:jede[nmrs]?|pro|je|am|alle|für) Tage?[ns]?|Tages\w+|werktags"),
    "week": ("(?:all)?wöchentlich", r"(?:jede[nmrs]?|pro|je|die|der|für) Woche|Wochen\w+|jede[nm] \w+tag"),
    "month": ("(?:all)?monatlich", r"(?:jede[nmrs]?|pro|je|im|für) Monate?s?|Monats\w+"),
    "quarter": (
        "vierteljährlich|quartalsweise",
        r"alle (?:drei|3) Monate|\w+ (?:Vierteljahr|Quartal)e?s?|Quartals\w+|viermal (?:im|pro) Jahr",
    ),
    "half": (
        "halbjährlich",
        r"alle (?:sechs|6) Monate|halbe[ns]? Jahre?s?|\w+ Halbjahre?s?|(?:zweimal|2 ?Mal) \w+ Jahr",
    ),
    "year": ("(?:all)?jährlich", r"(?:jede[nmrs]?|pro|je|im|für|das) Jahre?s?|Jahres\w+"),
}
"""The adverb with its endings, and other ways to say it."""
ENDING = "(?:e[nmrs]?)?"
ADVERBS = {name: whole_words_pattern(f"(?:{adverb}){ENDING}") for name, (adverb, _ways) in INTERVALS.items()}
WAYS = {name: whole_words_pattern(f"(?:{adverb}){ENDING}|{ways}") for name, (adverb, ways) in INTERVALS.items()}
INTERVAL_HINT = r"(?i:täglich|wöchentlich|monatlich|jährlich|^quartalsweise)"

RATE = re.compile(
    r"\b(?:je|pro) (?:angefangene[nrms]? |volle[nrms]? )?(Stunde|Tag|Woche|Monat|Quartal|Jahr)", re.IGNORECASE
)
RATE_STEMS = {"stunde": "st[uü]nd", "tag": "tag|täg", "woche": "w[oö]ch", "jahr": "j[aä]hr"}
RATE_HINT = r"^(?i:je|pro)$"

START = re.compile(
    r"\b(?:nach|ab|seit|mit) (?:(?:de[rmsn]|dessen|deren|[iI]hre[rmn]?|seine[rmn]?) )?"
    r"(?:Bekanntgabe|Zustellung|Zugang|Erhalt|Eingang)\b",
    re.IGNORECASE,
)
STARTED = re.compile(
    r"\b(?:bekannt|zustell|zugestell|zug[aei]ng|zugeh|zugegangen|erh[aä]lt|erhiel|bekomm|bekam|empf[aä]ng|eingang|eingeg"
    r"|eingeh|eintr[ie]ff|ankomm|ankam|angekommen|vorlieg|da (?:ist|war)|geht\b.{1,60}\b(?:zu|ein)\b"
    r"|bei (?:uns|Ihnen|dir)\b)",
    re.IGNORECASE,
)
START_HINT = r"^(?i:bekanntgabe|zustellung|zugang|erhalt|eingang)$"

DIRECTED = re.compile(
    r"\b(seit|ab|von|vom|bis)(?: (?:dem|zum|einschließlich|spätestens))*"
    r" (\d{1,2})\.\s?(\d{1,2}\.|Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)",
    re.IGNORECASE,
)
DIRECTED_HINT = r"^(?i:seit|ab|von|vom|bis)$"

FORMALITIES = (
    (re.compile(r"\bauf (?:\w+ )?Antrag\b", re.IGNORECASE), re.compile(r"antr[aä]g", re.IGNORECASE)),
    (
        re.compile(r"\bschriftlich\w*", re.IGNORECASE),
        re.compile(r"schrift|schreib|geschrieben|\bbrief|\bpapier|\bper post", re.IGNORECASE),
    ),
    (
        re.compile(r"\bin voller Höhe\b", re.IGNORECASE),
        re.compile(r"voll|ganz|komplett|gesamt", re.IGNORECASE),
    ),
    (
        re.compile(r"\bnach (?:\w+ )?(?:Beginn|Ablauf|Eintritt|Fälligkeit|Kenntnis\w*|Abschluss)\b"),
        re.compile(
            r"beg[io]nn|anf[aä]ng|abl[aä]uf|abgelaufen|eintritt|eingetreten|fällig|kenntnis|erfahr|wiss|abschl|abgeschlossen"
            r"|\bende|\bseit\b|\bnachdem\b|vorbei|danach|\bdann\b",
            re.IGNORECASE,
        ),
    ),
    (
        re.compile(r"\bauf Verlangen\b", re.IGNORECASE),
        re.compile(r"verlang|forder|wunsch|wünsch|bitte[nt]", re.IGNORECASE),
    ),
    (
        re.compile(r"\b(?:gegen|unter|bei) Vorlage\b", re.IGNORECASE),
        re.compile(r"vorl[ae]g|vorgeleg|vorzu?(?:leg|zeig)|zeig|mitbring|mitzubring|nachweis", re.IGNORECASE),
    ),
    (
        re.compile(r"\b(?:am|ab dem|vom) (?:\w+ )?Tage? nach\b", re.IGNORECASE),
        re.compile(r"tage? (?:nach|danach|später)|\bnach\b.{1,60}\btag|folgetag|nächsten tag|danach", re.IGNORECASE),
    ),
    (
        re.compile(r"\bnach Maßgabe\b", re.IGNORECASE),
        re.compile(
            r"maßgabe|gemäß|\bnach\b|vorgab|vorschrift|regel|bestimm|festge|\bsteht\b|\bwie\b|entsprech|richtet|\bgilt\b"
            r"|\bgelten\b",
            re.IGNORECASE,
        ),
    ),
)
"""What is asked for, and how a rewrite still says it."""
FORMALITY_HINT = (
    r"^(?i:antrag|schriftlich|maßgabe|verlangen$|voller$|beginn|ablauf|eintritt|fälligkeit|kenntnis|abschluss|vorlage$"
    r"|tage?$)"
)

EXAMPLE = re.compile(r"\bzum Beispiel\b|\bbeispielsweise\b|\bz\. ?B\.|\bfor example\b", re.IGNORECASE)
OPEN_LIST = re.compile(
    r"beispiel|\bz\. ?B\.|\betwa\b|\bwie\b|insbesondere|vor allem|unter anderem|\bu\. ?a\.|namentlich"
    r"|dergleichen|\busw\.|\betc\.|example|such as|in particular",
    re.IGNORECASE,
)
EXAMPLE_HINT = r"^(?i:beispiel\w*|example|z)$"

JOINED = re.compile(r"\b([A-ZÄÖÜ][\w-]{1,60}+) (und|oder) (?=([A-ZÄÖÜ][\w-]{1,60}+))")
OTHER = {"und": "oder", "oder": "und"}
JOINED_HINT = r"^oder$"


def check_intervals(before: str, after: str) -> list[Violation]:
    """ "monatlich" may become "jeden Monat", never "jährlich" or nothing; none is invented."""
    found = []
    for name, adverb in ADVERBS.items():
        lost, invented = adverb.search(before), adverb.search(after)
        if lost and not WAYS[name].search(after):
            found.append(Violation("condition", lost[0], None))
        if invented and not WAYS[name].search(before):
            found.append(Violation("condition", None, invented[0]))
    return found


def check_period_starts(before: str, after: str) -> list[Violation]:
    """From when on a time limit runs."""
    lost = START.search(before)
    return [Violation("condition", lost[0], None)] if lost and not STARTED.search(after) else []


def check_formalities(before: str, after: str) -> list[Violation]:
    found = ((asked.search(before), said) for asked, said in FORMALITIES)
    return [Violation("condition", lost[0], None) for lost, said in found if lost and not said.search(after)]


def check_rates(before: str, after: str) -> list[Violation]:
    """ "15 Euro je Stunde" may become "in der Stunde", never "am Tag"."""
    for found in RATE.finditer(before):
        unit = found[1].lower()
        if not re.search(RATE_STEMS.get(unit, unit), after, re.IGNORECASE):
            return [Violation("condition", found[0], None)]
    return []


def check_date_directions(before: str, after: str) -> list[Violation]:
    """The day from which something holds has not become the day until which it holds."""
    old, rewritten = date_directions(before), date_directions(after)
    for day in old.keys() & rewritten.keys():
        if not old[day] & rewritten[day]:
            return [Violation("date", " ".join([*old[day], day]), " ".join([*rewritten[day], day]))]
    return []


def date_directions(text: str) -> dict[str, set[str]]:
    """Day and month, as they are written, with "bis" or "ab"."""
    found: dict[str, set[str]] = {}
    for word, day, month in DIRECTED.findall(text):
        found.setdefault(f"{int(day)}. {month.lower()}", set()).add("bis" if word.lower() == "bis" else "ab")
    return found


def check_examples(before: str, after: str) -> list[Violation]:
    """Examples come from the text; a rewrite has none of its own."""
    invented = EXAMPLE.search(after)
    return [Violation("addition", None, invented[0])] if invented and not OPEN_LIST.search(before) else []


def check_conjunctions(before: str, after: str) -> list[Violation]:
    """Finds the same two nouns, once with "und" and once with "oder"."""
    for first, word, second in JOINED.findall(before):
        kept, turned = f"{first} {word} {second}", f"{first} {OTHER[word]} {second}"
        if turned in after and turned not in before and kept not in after:
            return [Violation("condition", kept, turned)]
    return []
