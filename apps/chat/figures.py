"""Numbers, amounts, dates and §§ in a text, in a form in which "1. März 2024" and "01.03.2024" are the same."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from typing import Literal

Kind = Literal["number", "money", "percent", "date", "section", "identifier"]

MONTHS = (
    ("januar", "jänner", "jan", "january"),
    ("februar", "feber", "feb", "february"),
    ("märz", "mrz", "march"),
    ("april", "apr"),
    ("mai", "may"),
    ("juni", "jun", "june"),
    ("juli", "jul", "july"),
    ("august", "aug"),
    ("september", "sept", "sep"),
    ("oktober", "okt", "october", "oct"),
    ("november", "nov"),
    ("dezember", "dez", "december", "dec"),
)
MONTH_NUMBER = {name: number for number, names in enumerate(MONTHS, start=1) for name in names}
MONTH = rf"(?P<month>{'|'.join(sorted(MONTH_NUMBER, key=len, reverse=True))})\b\.?"
# From two on: "ein" is an article more often than a number.
WORD_VALUES = {
    "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "elf": 11,
    "zwölf": 12, "dreizehn": 13, "vierzehn": 14, "fünfzehn": 15, "sechzehn": 16, "siebzehn": 17, "achtzehn": 18,
    "neunzehn": 19, "zwanzig": 20, "dreißig": 30, "fünfzig": 50, "hundert": 100,
}  # fmt: skip
MONEY, PERCENT = r"euro\b|eur\b|€|cent\b", r"%|prozent\b|v\.\s?h\."
OTHER_UNIT = r"(?:arbeits|kalender|werk)?tage?n?\b|wochen?\b|monate?n?\b|jahre?n?\b|stunden?\b|minuten?\b|kilometer\b"
NUMBER = r"\d{1,3}(?:[.\u00a0\u202f ]\d{3})+(?:,\d+)?(?![\d])|\d+(?:[.,]\d+)?"
FIGURE = re.compile(
    rf"""
      (?P<section>(?:§§?|\bArt(?:ikel|\.)?)[ ]?\d+[a-z]?\b(?:[ ]?(?:,|und|bis|oder|[–-])[ ]?\d+[a-z]?\b)*)
    | (?P<iso>\b\d{{4}}-\d\d-\d\d\b)
    | (?P<dotted>\b\d{{1,2}}\.[ ]?\d{{1,2}}\.[ ]?(?:\d{{4}}|\d\d)\b)
    | (?P<written>(?:\b(?P<day>\d{{1,2}})\.?[ ])?\b{MONTH}(?:[ ](?:(?P<us_day>\d{{1,2}}),[ ])?(?P<year>\d{{4}})\b)?)
    | (?P<identifier>\b\d+(?:/\d+)+(?:-\d+)?\b)
    | (?P<euro_before>€[ ]?)?(?P<number>(?<![\w,.])(?:{NUMBER}))
      (?:[ ]?(?P<scale>Tsd\.|Tausend\b|Mio\.|Millionen?\b|Mrd\.|Milliarden?\b))?
      (?:[ ]?(?:(?P<money>{MONEY})|(?P<percent>{PERCENT})|(?:{OTHER_UNIT})))?
    | \b(?P<word>{"|".join(sorted(WORD_VALUES, key=len, reverse=True))})[ ]
      (?:(?P<word_money>{MONEY})|(?P<word_percent>{PERCENT})|(?:{OTHER_UNIT}))
    """,
    re.IGNORECASE | re.VERBOSE,
)
BLANK = re.compile(r"[\u00a0\u202f\n]")
LIST_NUMBER = re.compile(r"^[ \t]*\d{1,3}[.)](?=\s)", re.MULTILINE)
AMOUNTS: tuple[Kind, ...] = ("number", "money", "percent")
SCALES = {"t": 3, "mi": 6, "mr": 9}


@dataclass(frozen=True, slots=True)
class Figure:
    kind: Kind
    value: str


@dataclass(frozen=True, slots=True)
class WrittenFigure:
    """A figure as it stands at `start` to `end`; `parts` are what it states as well, such as the year of a date."""

    text: str
    figure: Figure
    parts: frozenset[Figure] = frozenset()
    start: int = 0
    end: int = 0


def written_figures(text: str) -> list[WrittenFigure]:
    """The figures of a text in their order; the numbers of list items are none."""
    text = LIST_NUMBER.sub(lambda found: " " * len(found[0]), text)
    return [
        replace(written, start=found.start(), end=found.start() + len(found[0].rstrip()))
        for found in FIGURE.finditer(BLANK.sub(" ", text))
        for written in read(found)
    ]


def figures_of(text: str) -> frozenset[Figure]:
    """All that a text states in figures."""
    return frozenset(figure for written in written_figures(text) for figure in (written.figure, *written.parts))


def unsupported(answer: str, sources: frozenset[Figure]) -> list[str]:
    """The figures of the answer, as written there, that no source states."""
    missing = [written.text for written in written_figures(answer) if not accepted(written.figure) & sources]
    return list(dict.fromkeys(missing))


def accepted(figure: Figure) -> frozenset[Figure]:
    """What supports a figure: in a column headed "Euro" an amount has no unit, but 5 Prozent never support 5 Euro."""
    kinds: tuple[Kind, ...] = {"number": AMOUNTS, "money": ("money", "number"), "percent": ("percent", "number")}.get(
        figure.kind, (figure.kind,)
    )
    return frozenset(Figure(kind, figure.value) for kind in kinds)


def read(found: re.Match[str]) -> Iterator[WrittenFigure]:
    text = found[0].strip()
    if found["section"]:
        yield from sections(text)
    elif found["iso"] or found["dotted"] or found["written"]:
        yield from dates(text, found)
    elif found["identifier"]:
        yield WrittenFigure(text, Figure("identifier", text))
    elif found["word"]:
        yield amount(text, Decimal(WORD_VALUES[found["word"].lower()]), found["word_money"], found["word_percent"])
    else:
        value = decimal(found["number"]).scaleb(SCALES.get(scale_of(found["scale"]), 0))
        yield amount(text, value, found["euro_before"] or found["money"], found["percent"])


def amount(text: str, value: Decimal, money: str | None, percent: str | None) -> WrittenFigure:
    if money and money.lower() == "cent":
        value = value / 100
    kind: Kind = "money" if money else "percent" if percent else "number"
    return WrittenFigure(text, Figure(kind, format(value.normalize(), "f")))


def scale_of(word: str | None) -> str:
    return "" if not word else "t" if word[0] in "tT" else word[:2].lower()


def decimal(text: str) -> Decimal:
    """German notation: a dot or a space before three digits groups thousands, a comma begins the decimals."""
    grouped = re.fullmatch(r"\d{1,3}(?:[. ]\d{3})+(?:,\d+)?", text)
    plain = re.sub(r"[. ]", "", text) if grouped else text
    try:
        return Decimal(plain.replace(",", "."))
    except InvalidOperation:
        return Decimal(0)


def sections(text: str) -> Iterator[WrittenFigure]:
    """Each number of "§§ 12 bis 14" on its own; a range states all between."""
    numbers = re.findall(r"(bis|[–-])?\s?(\d+)([a-z]?)\b", text, re.IGNORECASE)
    values: list[str] = []
    for until, number, letter in numbers:
        if until and values and values[-1].isdigit() and int(number) - int(values[-1]) <= 100:
            values += [str(n) for n in range(int(values[-1]) + 1, int(number))]
        values.append(number + letter.lower())
    kind = "Art" if text[:1] in "aA" else "§"
    for value in values:
        yield WrittenFigure(text, Figure("section", f"{kind} {value}"))


def dates(text: str, found: re.Match[str]) -> Iterator[WrittenFigure]:
    year, month, day = date_parts(text, found)
    if not (year or day):
        return
    parts = {Figure("number", year)} if year else set()
    parts |= {Figure("date", date_value(year, month, "")), Figure("date", date_value("", month, day))}
    yield WrittenFigure(text, Figure("date", date_value(year, month, day)), frozenset(parts))


def date_parts(text: str, found: re.Match[str]) -> tuple[str, str, str]:
    if found["iso"]:
        year, month, day = text.split("-")
    elif found["dotted"]:
        day, month, year = (part.strip() for part in text.split("."))
    else:
        day, year = found["day"] or found["us_day"] or "", found["year"] or ""
        month = str(MONTH_NUMBER[found["month"].lower()])
    return (f"20{year}" if len(year) == 2 else year), month.lstrip("0"), day.lstrip("0")


def date_value(year: str, month: str, day: str) -> str:
    return f"{year or '*'}-{month}-{day or '*'}"
