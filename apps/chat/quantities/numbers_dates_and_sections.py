"""Numbers, amounts, dates and §§ in a text, in a form in which "1. März 2024" and "01.03.2024" are the same."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import zip_longest
from typing import Literal

from apps.chat.quantities.legal_references import SUBSECTION, parse_section_references
from apps.chat.quantities.lower_and_upper_bounds import bound_before
from apps.chat.quantities.quantity_patterns import BLANK, FIGURE, LIST_NUMBER, parse_date_match, parse_decimals
from apps.chat.quantities.units import MeasurementUnit, parse_unit
from apps.text.numbers.parse_number_words import parse_cardinal
from apps.text.numbers.scale_words import zeros_of_scale_word

Kind = str
"""date, section, subsection, identifier, clock, what a unit counts in (money, days …), or one of these:
`number` has no unit, `count` counts the noun after it, `any` is the bare number of an amount of any kind."""
RANGE = re.compile(r"[ ]?(?:bis|to|oder|or|–|—|-)[ ]?(?:zu[ ])?", re.IGNORECASE)
NOUN_FOLLOWS = re.compile(r"\.?[ ][A-ZÄÖÜ][a-zäöü]")
COUNT: MeasurementUnit = MeasurementUnit("count")
MEASURES = {kind: kind for kind in ("euro", "dollar", "franc", "pound", "percent", "permille", "clock", "date")}
MEASURES |= dict.fromkeys(("minutes", "days", "working_days", "business_days", "months"), "time")
LARGEST_ASIDE = 12
"""Smaller numbers in words often count what the answer itself lists: "Es gibt drei Wege"."""


@dataclass(frozen=True, slots=True)
class StatedFigure:
    kind: Kind
    value: str


@dataclass(frozen=True, slots=True)
class StatedQuantity:
    """A figure as it stands at `start` to `end`: what it `states`, and what `proves` it, each of these alone."""

    text: str
    states: frozenset[StatedFigure]
    proves: frozenset[StatedFigure]
    start: int = 0
    end: int = 0
    values: tuple[Decimal, ...] = ()
    """Of an amount: its readings."""
    unit: MeasurementUnit | None = None
    is_aside: bool = False
    """A small number in words without a unit, which nothing has to prove."""

    @property
    def measures(self) -> frozenset[str]:
        """What it is an amount of, so that two of them can contradict one another; empty for bare numbers and §§."""
        kinds = {figure.kind for figure in self.states} & MEASURES.keys()
        return frozenset(MEASURES[kind] for kind in kinds)


def stated_quantities(text: str) -> list[StatedQuantity]:
    """The figures of a text in their order; the numbers of list items are none."""
    plain = BLANK.sub(" ", LIST_NUMBER.sub(lambda found: " " * len(found[0]), text))
    written = [
        replace(one, start=found.start(), end=found.start() + len(found[0].rstrip()))
        for found in FIGURE.finditer(plain)
        for one in quantities_in_match(found, text)
    ]
    return [with_unit_of_range(one, following, plain) for one, following in zip_longest(written, written[1:])]


def with_unit_of_range(written: StatedQuantity, following: StatedQuantity | None, text: str) -> StatedQuantity:
    """In "vier bis sechs Wochen" the four are weeks, too."""
    if following is None or following.unit in (None, COUNT) or not written.values or written.unit not in (None, COUNT):
        return written
    if not RANGE.fullmatch(text, written.end, following.start):
        return written
    return replace(build_amount(written.text, written.values, following.unit), start=written.start, end=written.end)


def stated_figures(text: str) -> frozenset[StatedFigure]:
    stated = {figure for written in stated_quantities(text) for figure in written.states}
    return frozenset(stated | {StatedFigure("subsection", found[1].lower()) for found in SUBSECTION.finditer(text)})


def figures_without_source(answer: str, sources: frozenset[StatedFigure]) -> list[str]:
    """The figures of the answer, as written there, that no source states."""
    return list(dict.fromkeys(one.text for one in claimed_quantities(answer) if not one.proves & sources))


def claimed_quantities(text: str) -> list[StatedQuantity]:
    """The figures of a text that need a source: "drei Wege" counts what follows, "mindestens drei" does not."""
    return [one for one in stated_quantities(text) if not one.is_aside or bound_before(text, one.start)]


def quantities_in_match(found: re.Match[str], text: str) -> Iterator[StatedQuantity]:
    written = found[0].strip()
    if found["section"] or found["subsection"]:
        for states, proves in parse_section_references(written):
            yield StatedQuantity(written, figures_from_pairs(states), figures_from_pairs(proves))
    elif found["iso"] or found["dotted"] or found["written"]:
        yield from quantities_of_date(written, found)
    elif found["identifier"]:
        yield build_identifier(written, "identifier", written)
    elif found["clock"]:
        hour = Decimal(found["hour"]) + 12 * is_afternoon(found)
        yield build_amount(written, (hour,), MeasurementUnit("clock"), found["minute"] or found["minute_alone"])
    else:
        follows = NOUN_FOLLOWS.match(text, found.end()) if found.end() == found.start() + len(written) else None
        yield from amounts_in_match(written, found, has_noun=follows is not None)


def is_afternoon(found: re.Match[str]) -> bool:
    return (found["half"] or "").lower() == "p" and int(found["hour"]) < 12


def amounts_in_match(text: str, found: re.Match[str], *, has_noun: bool) -> Iterator[StatedQuantity]:
    word = found["word"]
    in_words = parse_cardinal(word, None) if word else Decimal(1)
    if in_words is None:
        return
    readings = parse_decimals(found["number"]) if found["number"] else (in_words,)
    zeros = zeros_of_scale_word(found["scale"] or "", is_currency=found["currency"] is not None) or 0
    values = tuple(value.scaleb(zeros) for value in readings)
    named = found["currency"] or found["unit"]
    if found["sign"]:
        values = tuple(-value for value in values)
    unit = parse_unit(named.strip()) if named else COUNT if has_noun else None
    is_aside = bool(word) and unit in (None, COUNT) and values[0] <= LARGEST_ASIDE
    yield replace(build_amount(text, values, unit), is_aside=is_aside)


def build_amount(
    text: str, values: tuple[Decimal, ...], unit: MeasurementUnit | None, minutes: str | None = None
) -> StatedQuantity:
    """In a column headed "Euro" an amount has no unit, but 5 Prozent never prove 5 Euro, and 5 Personen neither."""
    kind = unit.kind if unit else "number"
    factor = unit.factor if unit else Decimal(1)
    suffix = f":{int(minutes or 0):02}" if kind == "clock" else ""
    exact = {StatedFigure(kind, format_decimal(value * factor) + suffix) for value in values}
    bare = set() if int(minutes or 0) else {StatedFigure("any", format_decimal(value)) for value in values}
    proves = exact | (bare if unit is None else {StatedFigure("number", figure.value) for figure in bare})
    # A debt of 5 Euro stands in many tables as -5.
    proves |= {StatedFigure(figure.kind, f"-{figure.value}") for figure in proves if not figure.value.startswith("-")}
    return StatedQuantity(text, frozenset(exact | bare), frozenset(proves), values=values, unit=unit)


def format_decimal(value: Decimal) -> str:
    return format(value.normalize(), "f")


def quantities_of_date(text: str, found: re.Match[str]) -> Iterator[StatedQuantity]:
    year, month, day = parse_date_match(found)
    if not (year or day):
        return
    states = {
        StatedFigure("date", date_value(*parts)) for parts in ((year, month, day), (year, month, ""), ("", month, day))
    }
    if year:
        states |= {StatedFigure("number", year), StatedFigure("any", year)}
    proves = {StatedFigure("date", date_value(year, month, day))}
    if found["dotted"] and not year:
        # It may as well be the number of a chapter.
        proves |= {StatedFigure("any", text.rstrip(".").replace(" ", ""))}
    yield StatedQuantity(text, frozenset(states), frozenset(proves))


def date_value(year: str, month: str, day: str) -> str:
    return f"{year or '*'}-{month}-{day or '*'}"


def build_identifier(text: str, kind: Literal["identifier"], value: str) -> StatedQuantity:
    states = frozenset({StatedFigure(kind, value)})
    return StatedQuantity(text, states, states)


def figures_from_pairs(pairs: frozenset[tuple[str, str]]) -> frozenset[StatedFigure]:
    return frozenset(StatedFigure(kind, value) for kind, value in pairs)
