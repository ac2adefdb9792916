"""Opposite words: by the table (opposites.tsv), by closed classes, by an affix such as un- or -frei."""

from functools import cache, lru_cache
from pathlib import Path

from apps.text.entailment.german.nominalisations.act_nouns import verb_of_act_noun
from apps.text.numbers.calendar_names import ENGLISH_WEEKDAYS, GERMAN_MONTHS, GERMAN_WEEKDAYS

TABLE = Path(__file__).with_name("opposites.tsv")
CLASSES = (
    set(ENGLISH_WEEKDAYS),
    set(GERMAN_WEEKDAYS),
    set(GERMAN_MONTHS),
    {"daily", "weekly", "monthly", "yearly", "per_day", "per_hour", "once"},
    {"tag", "woche", "monat", "jahr", "stunde", "minute", "quartal", "halbjahr", "werktag"},
    {"day", "week", "month", "year", "hour", "minute"},
    {"frühling", "sommer", "herbst", "winter"},
    {"all", "some", "both", "few", "several", "many", "no", "most"},
    {"whole", "some", "no"},
    {"only", "also"},
    {"and", "or"},
    {"at_least", "at_most", "more", "less", "about"},
    {"at_latest", "at_earliest"},
    {"until", "starting", "since"},
    {"before", "after", "during", "while"},
    {"under", "about_topic", "over"},
    {"with", "without"},
    {"including", "plus", "except", "minus"},
    {"within", "outside"},
    {"during", "outside"},
    {"daily", "on_workdays"},
    {"within", "after"},
    {"to", "from"},
    {"if", "unless"},
    {"if", "although", "because"},
    {"for", "against"},
    {"always", "sometimes", "never", "usually"},
    {"fully", "partly"},
    {"müssen", "sollen", "können"},
    {"müssen", "sollen", "dürfen"},
    {"must", "should", "may"},
    {"must", "need_not"},
    {"must", "should", "can"},
    {"in", "out"},
    {"in", "except"},
    {"within", "not_before"},
    {"only", "not_before"},
    {"until", "not_before"},
    {"at_latest", "not_before"},
    {"at_latest", "starting"},
    {"at_least", "until"},
    {"at_most", "starting"},
    {"at_most", "over"},
    {"under", "starting"},
    {"under", "until"},
    {"both", "one"},
    {"this", "bisherig"},
)
PREFIXES = (
    ("höchst", "mindest"),
    ("an", "ab"),
    ("ein", "aus"),
    ("auf", "zu"),
    ("vor", "nach"),
    ("höchst", "normal"),
    ("maximal", "minimal"),
)
SUFFIXES = (("pflichtig", "frei"), ("geber", "nehmer"), ("voll", "los"))
ENDINGS = tuple(ending for both in SUFFIXES for ending in both)
DENYING_PREFIXES = frozenset({"un", "nicht"})


@cache
def listed_opposites() -> dict[str, frozenset[str]]:
    """The opposites of each word of the table."""
    found: dict[str, set[str]] = {}
    for line in TABLE.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            _, *sides = line.split("\t")
            for side, other in (sides, sides[::-1]):
                for word in side.split(" | "):
                    found.setdefault(word, set()).update(other.split(" | "))
    return {word: frozenset(others) for word, others in found.items()}


@cache
def closed_class_members() -> dict[str, frozenset[str]]:
    """The words of each word's closed classes."""
    words = set().union(*CLASSES)
    return {word: frozenset().union(*(group for group in CLASSES if word in group)) for word in words}


NONE: frozenset[str] = frozenset()


@lru_cache(maxsize=20_000)
def are_opposite(before: str, after: str) -> bool:
    """Whether two keys are opposite: by the table, as members of a closed class, or by "un-", "-frei" and such."""
    if before == after:
        return False
    if after in listed_opposites().get(before, NONE) or after in closed_class_members().get(before, NONE):
        return True
    if after.endswith(before) and after[: -len(before)] in DENYING_PREFIXES:
        return True
    if before.endswith(after) and before[: -len(after)] in DENYING_PREFIXES:
        return True
    if before.startswith(OF_CALENDARS) and after.startswith(OF_CALENDARS) and differ_by_calendar_period(before, after):
        return True
    if any(differ_by_prefix(before, after, a, b) for a, b in PREFIXES if before.startswith((a, b))):
        return True
    if before.endswith(ENDINGS) and any(differ_by_suffix(before, after, a, b) for a, b in SUFFIXES):
        return True
    # Last, as a noun that is new is looked up by parts.
    others = listed_opposites().get(verb_of_act_noun(before), NONE)
    return bool(others) and verb_of_act_noun(after) in others


OF_CALENDARS = ("kalender", "schul", "wirtschafts", "haushalts", "geschäfts", "abrechnungs")
PERIODS = frozenset({"tag", "woche", "monat", "quartal", "halbjahr", "jahr"})


def differ_by_calendar_period(before: str, after: str) -> bool:
    """ "Kalendermonat" and "Kalenderjahr"."""
    first = next(name for name in OF_CALENDARS if before.startswith(name))
    return after.startswith(first) and {before.removeprefix(first), after.removeprefix(first)} <= PERIODS


def differ_by_prefix(before: str, after: str, one: str, other: str) -> bool:
    for a, b in ((one, other), (other, one)):
        rest = before.removeprefix(a)
        if rest != before and len(rest) > 3 and after == b + rest:
            return True
    return False


def differ_by_suffix(before: str, after: str, one: str, other: str) -> bool:
    for a, b in ((one, other), (other, one)):
        rest = before.removesuffix(a)
        if rest != before and len(rest) > 3 and after == rest + b:
            return True
    return False
