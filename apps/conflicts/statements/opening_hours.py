"""Reads opening hours: for each weekday from when to when, or that it is closed."""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache

DAY_NAMES = (
    r"mo(?:ntag\w?|n(?:days?)?)?",
    r"di(?:enstag\w?)?|tue(?:s(?:days?)?)?",
    r"mi(?:ttwoch\w?)?|wed(?:nesdays?)?",
    r"do(?:nnerstag\w?)?|thu(?:r(?:s(?:days?)?)?)?",
    r"fr(?:eitag\w?|i(?:days?)?)?",
    r"sa(?:mstag\w?|t(?:urdays?)?)?|sonnabend\w?",
    r"so(?:nntag\w?)?|sun(?:days?)?",
)
PART = r"(?:vormittag|nachmittag|abend|morgen)"
DAY = re.compile(
    "|".join(rf"(?P<d{number}>\b(?:{name})(?:{PART}s?)?\b\.?)" for number, name in enumerate(DAY_NAMES))
    + r"|(?P<week>\b(?:werktags|weekdays)\b)|(?P<all>\b(?:täglich|daily|every day|jeden Tag)\b)",
    re.IGNORECASE,
)
SHORT_NAMES = re.compile(r"^(?:mo|di|mi|do|fr|sa|so|sun|sat|mon|fri|wed|thu|tue)\.?$", re.IGNORECASE)
RANGE = re.compile(r"\s*(?:[–-]|bis|to|through|until)\s*", re.IGNORECASE)
AND = re.compile(r"\s*(?:,|(?:und|and|sowie|&|/|, und|oder)(?: am)?)\s*", re.IGNORECASE)
CLOCK = r"(?P<{0}h>\d{{1,2}})(?:[.:](?P<{0}m>\d\d))?\s?(?P<{0}u>Uhr|[ap]\.?m\b\.?)?"
SPAN = re.compile(CLOCK.format("a") + r"\s?(?:[–-]|bis|to|until|und|and)\s?" + CLOCK.format("b"), re.IGNORECASE)
SINGLE = re.compile(CLOCK.format("a").removesuffix("?"), re.IGNORECASE)
BEGINS = re.compile(r"\b(?:ab|from|open(?:s|ed)?(?: at)?|öffne\w*(?: um)?|ab dem)\s*$", re.IGNORECASE)
ENDS = re.compile(r"\b(?:bis|until|till|clos\w+(?: at)?|locked(?: at)?|schließ\w*(?: um)?|zu)\s*$", re.IGNORECASE)
ENDS_AFTER = re.compile(
    r"^\W*(?:\w+ )?(?:(?:ab)?gesperrt|schließ\w+|geschlossen|zugesperrt|verschlossen)\b", re.IGNORECASE
)
CLOSED = re.compile(
    r"\b(?:geschlossen|closed|shut|zu(?=[.;,]|$)|Ruhetag|kein\w* (?:Sprechzeit|Sprechstunde|Publikum)\w*)",
    re.IGNORECASE,
)
OPEN = re.compile(
    r"\b(?:geöffnet|offen|open|betreten|für Sie da|Sprech\w+|Öffnung\w*|zugänglich|erreich\w+|gates?|Tore?\b"
    r"|vorsprechen|visit)",
    re.IGNORECASE,
)
AFTER_A_TIME = re.compile(r"\d\W{0,3}(?:Uhr|[ap]m)?\W{0,3}$")
AFTERNOON = re.compile(r"\b(?:nachmittags?|afternoons?)\b[^,;.]{0,15}$", re.IGNORECASE)
OF_AGES = re.compile(r"\b(?:ages?|aged|Jahren?) $", re.IGNORECASE)
NOON = 12 * 60
ANY_DAY = 7
"""Where no weekday is named."""


@dataclass(frozen=True, slots=True)
class OpenSpan:
    """Minutes of the day; None where it is not said. Both None: closed where `closed`, else open at times unsaid."""

    begin: int | None
    end: int | None
    closed: bool = False


Hours = Mapping[int, Set[OpenSpan]]


@dataclass(frozen=True, slots=True)
class HoursMark:
    start: int
    end: int
    days: frozenset[int] = frozenset()
    span: OpenSpan | None = None


@lru_cache(maxsize=4_000)
def opening_hours(text: str) -> tuple[tuple[int, frozenset[OpenSpan]], ...]:
    """Weekdays (0 is Monday, 7 none named) with their spans; empty for a sentence that states none."""
    if not (OPEN.search(text) or CLOSED.search(text) or SPAN.search(text)):
        return ()
    days, spans = list(day_groups(text)), sorted(span_marks(text), key=lambda mark: mark.start)
    hours: dict[int, set[OpenSpan]] = {}
    for mark in spans:
        for day in days_of(mark, days):
            hours.setdefault(day, set()).add(mark.span or OpenSpan(None, None))
    if OPEN.search(text):
        for group in days:
            for day in group.days - hours.keys():
                hours[day] = {OpenSpan(None, None)}
    return tuple((day, frozenset(found)) for day, found in sorted(hours.items()))


def days_of(mark: HoursMark, groups: Sequence[HoursMark]) -> frozenset[int]:
    """The group before it, the one after it where none stands before."""
    before = [group for group in groups if group.end <= mark.start]
    after = [group for group in groups if group.start >= mark.end]
    if mark.span is not None and mark.span.closed and mark.span.begin is None:
        near = [*before[-1:], *after[:1]]
        return min(near, key=lambda group: distance(group, mark)).days if near else frozenset()
    return before[-1].days if before else after[0].days if after else frozenset({ANY_DAY})


def distance(group: HoursMark, mark: HoursMark) -> int:
    return max(mark.start - group.end, group.start - mark.end)


def day_groups(text: str) -> Iterator[HoursMark]:
    """ "Mo–Fr", "Dienstag und Donnerstag", "täglich": one mark each."""
    found = [name for name in DAY.finditer(text) if is_day(text, name)]
    place = 0
    while place < len(found):
        first = found[place]
        days, last = set(numbers(first)), first
        while place + 1 < len(found) and (joint := text[last.end() : found[place + 1].start()]) is not None:
            following = found[place + 1]
            if RANGE.fullmatch(joint):
                low, high = min(numbers(last)), min(numbers(following))
                days |= {number % 7 for number in range(low, high + 1 if high >= low else high + 8)}
            elif AND.fullmatch(joint):
                days |= numbers(following)
            else:
                break
            last, place = following, place + 1
        yield HoursMark(first.start(), last.end(), frozenset(days))
        place += 1


def is_day(text: str, name: re.Match[str]) -> bool:
    """ "So" and "do" are words too: short names stand beside a time, a dash or another day."""
    if not SHORT_NAMES.match(name[0]):
        return True
    if not name[0][0].isupper():
        return False
    after, before = text[name.end() : name.end() + 12], text[: name.start()].rstrip()
    return bool(re.match(r"\s*(?:[–,&/-]|bis\b|und\b|:|\d|(?:von|geschlossen|closed)\b)", after)) and bool(
        re.search(r"(?:^|[–,;:&/(-]|\bund|\bbis|\bnur|\d|Uhr)$", before)
    )


def numbers(name: re.Match[str]) -> set[int]:
    if name["all"]:
        return set(range(7))
    if name["week"]:
        return set(range(5))
    return {next(number for number in range(7) if name[f"d{number}"])}


def span_marks(text: str) -> Iterator[HoursMark]:
    spans = list(full_spans(text))
    yield from spans
    for found in SINGLE.finditer(text):
        if not any(mark.start < found.end() and found.start() < mark.end for mark in spans):
            yield from single_mark(text, found)
    yield from closed_marks(text)


def full_spans(text: str) -> Iterator[HoursMark]:
    """ "9–12", "von 8.30 bis 12 Uhr". Without a unit only beside a weekday or a word of opening."""
    for found in SPAN.finditer(text):
        if OF_AGES.search(text[: found.start()]):
            continue
        begin, end = minutes(found, "a"), minutes(found, "b")
        is_time = found["am"] or found["bm"] or found["au"] or found["bu"] or OPEN.search(text) or DAY.search(text)
        if is_time and begin is not None and end is not None and begin < end:
            yield HoursMark(found.start(), found.end(), span=OpenSpan(begin, end))


def closed_marks(text: str) -> Iterator[HoursMark]:
    """Not "um 19 Uhr geschlossen", which is an end."""
    for found in CLOSED.finditer(text):
        before = text[: found.start()]
        if not AFTER_A_TIME.search(before):
            begin = NOON if AFTERNOON.search(before) else None
            yield HoursMark(found.start(), found.end(), span=OpenSpan(begin, None, closed=True))


def single_mark(text: str, found: re.Match[str]) -> Iterator[HoursMark]:
    at = minutes(found, "a")
    before, after = text[: found.start()].removesuffix("um ").removesuffix("at "), text[found.end() :]
    if BEGINS.search(before):
        yield HoursMark(found.start(), found.end(), span=OpenSpan(at, None))
    elif ENDS.search(before) or ENDS_AFTER.search(after):
        yield HoursMark(found.start(), found.end(), span=OpenSpan(None, at))


def minutes(found: re.Match[str], side: str) -> int | None:
    """Of the day; None for what is no time."""
    hour, minute = int(found[f"{side}h"]), int(found[f"{side}m"] or 0)
    unit = (found[f"{side}u"] or (found["bu"] if side == "a" and "bu" in found.groupdict() else "") or "").lower()
    if unit.startswith("p") and hour < 12 and not (side == "a" and not found["au"] and hour > int(found["bh"])):
        hour += 12
    return hour * 60 + minute if hour <= 24 and minute < 60 else None


def hours_disagree(first: Hours, second: Hours) -> str:
    """What they disagree about: "time" or "weekday"; empty where both may hold."""
    for day in sorted(first.keys() & second.keys()):
        one, other = first[day], second[day]
        if closed_against_open(one, other) or closed_against_open(other, one):
            return "weekday"
        if spans_differ(one, other):
            return "time"
    return ""


def closed_against_open(closed: Set[OpenSpan], opened: Set[OpenSpan]) -> bool:
    whole = OpenSpan(None, None, closed=True)
    if whole in closed and len(closed) == 1:
        return not any(span.closed for span in opened)
    afternoon = any(span.closed and span.begin == NOON for span in closed)
    return afternoon and any(not span.closed and (span.begin or 0) >= NOON for span in opened)


def spans_differ(one: Set[OpenSpan], other: Set[OpenSpan]) -> bool:
    """Of two spans that overlap, or that each name one end, an end is another."""
    pairs = [(a, b) for a in one for b in other if not (a.closed or b.closed)]
    if not pairs or any(same_where_said(a, b) for a, b in pairs):
        return False
    return any(overlaps(a, b) and not same_where_said(a, b) for a, b in pairs)


def same_where_said(a: OpenSpan, b: OpenSpan) -> bool:
    said = [(x, y) for x, y in ((a.begin, b.begin), (a.end, b.end)) if x is not None and y is not None]
    return all(x == y for x, y in said)


def overlaps(a: OpenSpan, b: OpenSpan) -> bool:
    return (a.begin or 0) < (b.end or 24 * 60) and (b.begin or 0) < (a.end or 24 * 60)
