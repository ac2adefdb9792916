"""Formats numbers as a cell's format shows them: percent, with a unit, rounded, in thousands, as a fraction.

With a decimal point and without marks of thousands, whatever the language of the program.
"""

import re
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from functools import lru_cache

SIGNIFICANT = 15
"""Digits that a workbook itself keeps: 0.1 + 0.2 is 0.3 there."""
WHOLE_BELOW = 10**SIGNIFICANT
DIGITS = r"(?P<whole>[0#?](?:[0#?,]*[0#?])?)?(?:\.(?P<decimals>[0#?]*))?(?P<thousands>,*)"
FRACTION = r"(?:(?P<mixed>[0#?]+)(?:\"\s*\"|\\?\s)+)?[0#?]+/(?P<below>\d+|[0#?]+)"
PART = re.compile(
    r"\"(?P<text>[^\"]*)\"|\\(?P<escaped>.)|[_*].|(?P<general>General)"
    rf"|(?P<figure>{FRACTION}|(?=[0#?.]){DIGITS})|(?P<sign>.)",
    re.IGNORECASE | re.DOTALL,
)
EXPONENT = re.compile(r"[0#?.]E[+-]", re.IGNORECASE)
MOST_BELOW = 999
"""Of a fraction whose format has three places below its stroke or more."""
MOST_DECIMALS = 30
ROOMY = Context(prec=60)
UNITS = [Decimal(1).scaleb(-places) for places in range(MOST_DECIMALS + 1)]
"""Of the last of so many decimals."""


@dataclass(frozen=True, slots=True)
class NumberFormat:
    """`least` and `most` decimals, of which `most` is None where they stay as they are; `shift` places of the point, 2
    for percent, -3 for thousands; `below` is the number below the stroke of a fraction, or the largest there may be."""

    before: str
    after: str
    whole: int = 1
    least: int = 0
    most: int | None = None
    shift: int = 0
    below: int = 0
    is_fixed: bool = False
    is_mixed: bool = False

    @property
    def has_unit(self) -> bool:
        return bool(self.before or self.after)

    @property
    def changes(self) -> bool:
        """Whether it shows some number otherwise than by its digits."""
        return self.has_unit or bool(self.below) or self.most is not None


def format_stored_number(value: float) -> str:
    """Writes a number as a workbook stores it; a float that has no decimals is whole."""
    if float(value).is_integer() and abs(value) < WHOLE_BELOW:
        return str(int(value))
    return f"{value:.{SIGNIFICANT}g}"


@lru_cache(maxsize=1_000)
def parse_number_format(section: str) -> NumberFormat | None:
    """Parses a section without brackets; None where it shows no figure, several, or one with an exponent."""
    if EXPONENT.search(section):
        return None
    before, after, shift = "", "", 0
    figure: re.Match[str] | None = None
    for part in PART.finditer(section):
        if part["figure"] or part["general"]:
            if figure is not None:
                return None
            figure = part
            continue
        said = part["text"] or part["escaped"] or part["sign"] or ""
        shift += 2 * (part["sign"] == "%")
        said = " %" if part["sign"] == "%" else said
        before, after = (before + said, after) if figure is None else (before, after + said)
    return None if figure is None else build_number_format(figure, *strip_minus_signs(before, after), shift)


def strip_minus_signs(before: str, after: str) -> tuple[str, str]:
    """What stands there without brackets and strokes that say minus: the figure has its sign."""
    if before.rstrip().endswith("(") and after.strip().startswith(")"):
        before, after = before.rstrip().removesuffix("("), after.strip().removeprefix(")")
    return " ".join(before.split()).strip("-").strip(), " ".join(after.split()).strip("-").strip()


def build_number_format(figure: re.Match[str], before: str, after: str, shift: int) -> NumberFormat:
    if figure["general"]:
        return NumberFormat(before, after, shift=shift)
    if below := figure["below"]:
        is_fixed = not below.strip("0123456789") and below.strip("0") != ""
        most = int(below) if is_fixed else min(10 ** len(below) - 1, MOST_BELOW)
        return NumberFormat(before, after, shift=shift, below=most, is_fixed=is_fixed, is_mixed=bool(figure["mixed"]))
    decimals = (figure["decimals"] or "")[:MOST_DECIMALS]
    whole = max(1, min((figure["whole"] or "").count("0"), MOST_DECIMALS))
    least = len(decimals.rstrip("#?"))
    return NumberFormat(before, after, whole, least, len(decimals), shift - 3 * len(figure["thousands"] or ""))


def format_number(stored: str, form: NumberFormat) -> str | None:
    """Formats a number in digits; None where it is shown as it is stored, or with more zeros behind the point, and for
    one that has more digits than can be computed with."""
    is_alone = not (form.has_unit or form.below)
    if is_alone and not form.shift and "." not in stored and "e" not in stored:
        return None
    try:
        exact = Decimal(stored).scaleb(form.shift, ROOMY) if form.shift else Decimal(stored)
        text = format_fraction(exact, form) if form.below else format_decimal(exact, form)
    except (ArithmeticError, ValueError):
        return None
    if is_alone and Decimal(text) == Decimal(stored):
        return None
    apart = " " if form.before[-1:].isalpha() else ""
    return f"{form.before}{apart}{text} {form.after}".strip()


def format_decimal(exact: Decimal, form: NumberFormat) -> str:
    if form.most is None:
        return f"{exact.normalize(ROOMY):f}"
    text = f"{abs(exact).quantize(UNITS[form.most], ROUND_HALF_UP, ROOMY):f}"
    if form.least < form.most:
        whole, _, decimals = text.partition(".")
        decimals = decimals[: form.least] + decimals[form.least :].rstrip("0")
        text = f"{whole}.{decimals}" if decimals else whole
    if form.whole > 1:
        text = "0" * (form.whole - len(text.partition(".")[0])) + text
    return f"-{text}" if exact < 0 and text.strip("0.") else text


def format_fraction(exact: Decimal, form: NumberFormat) -> str:
    """Such as "1 1/2", or "3/2" of a format without a place for the whole."""
    value = abs(Fraction(exact))
    if form.is_fixed:
        above, below = round(value * form.below), form.below
    else:
        above, below = value.limit_denominator(form.below).as_integer_ratio()
    whole, rest = divmod(above, below) if form.is_mixed or not above % below else (0, above)
    text = " ".join(filter(None, [str(whole) if whole or not rest else "", f"{rest}/{below}" if rest else ""]))
    return f"-{text}" if exact < 0 and text != "0" else text
