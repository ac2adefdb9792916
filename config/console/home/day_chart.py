"""Bars by day as plain SVG without script or style; the page shows the same as a table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from math import ceil, log10

from django.http import HttpRequest
from django.utils.formats import date_format, number_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from config.console.home.daily_figures import DayFigures, cached_daily_figures

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 420, 150, 44, 14, 10, 24
LABEL_EVERY = 7
NO_VALUE = "–"


@dataclass(frozen=True, slots=True)
class DayChart:
    """`rows` are (day, value) as people read them, oldest first; `sum` is the line below the title."""

    title: str
    sum: str
    svg: SafeString
    rows: list[tuple[str, str]]


def day_charts(request: HttpRequest) -> list[DayChart]:
    """What this person may know of: who cares for gaps sees questions, who may see calls sees what they cost."""
    user = request.user
    sees_questions, sees_cost = user.has_perm("chat.view_gap"), user.has_perm("llm.view_modelcall")
    figures = cached_daily_figures() if sees_questions or sees_cost else []
    return [
        *(question_charts(figures) if sees_questions else []),
        *([cost_chart(figures)] if sees_cost else []),
    ]


def question_charts(figures: Sequence[DayFigures]) -> list[DayChart]:
    asked, refused = (sum(getattr(each, name) for each in figures) for name in ("questions", "in_vain"))
    return [
        build_day_chart(
            _("Questions"),
            _("%(count)s in 30 days") % {"count": format_number(asked)},
            figures,
            lambda day: day.questions,
        ),
        build_day_chart(
            _("Without an answer in the documents"),
            refused_share_sentence(refused, asked),
            figures,
            lambda day: day.in_vain,
        ),
        build_day_chart(
            _("Seconds until the answer stands"),
            slowest_day_sentence(figures),
            figures,
            lambda day: day.median_seconds,
            digits=1,
        ),
    ]


def refused_share_sentence(refused: int, asked: int) -> str:
    if not asked:
        return _("no question in 30 days")
    return _("%(share)s %% of the questions") % {"share": format_number(100 * refused / asked, 1)}


def slowest_day_sentence(figures: Sequence[DayFigures]) -> str:
    """Says a tenth of a second at least: that is as fine as it is written."""
    slow = max((day.slow_seconds or 0 for day in figures), default=0)
    if not slow:
        return _("no answer in 30 days")
    said = _("median of each day; on the slowest day 19 of 20 within %(seconds)s s")
    return said % {"seconds": format_number(max(slow, 0.1), 1)}


def cost_chart(figures: Sequence[DayFigures]) -> DayChart:
    paid = sum((day.cost for day in figures), Decimal(0))
    return build_day_chart(
        _("Cost of models"),
        _("%(cost)s in 30 days") % {"cost": format_number(paid, 2)},
        figures,
        lambda day: float(day.cost),
        digits=2,
    )


def build_day_chart(
    title: str, said: str, figures: Sequence[DayFigures], value: Callable[[DayFigures], float | None], digits: int = 0
) -> DayChart:
    """`value` is None for a day of which there is nothing to tell: nobody waited 0 seconds where nobody asked."""
    values = [(each.day, value(each)) for each in figures]
    rows = [
        (date_format(day, "SHORT_DATE_FORMAT"), NO_VALUE if height is None else format_number(height, digits))
        for day, height in values
    ]
    return DayChart(title, said, render_bar_chart(title, values, digits), rows)


def render_bar_chart(title: str, values: Sequence[tuple[date, float | None]], digits: int) -> SafeString:
    """One bar a day below a round number that none exceeds."""
    top = round_number_above(max((height or 0 for _day, height in values), default=0))
    step = (WIDTH - LEFT - RIGHT) / max(1, len(values))
    places = [(LEFT + step * place, day, height) for place, (day, height) in enumerate(values)]
    return format_html(
        '<svg class="days" viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}{}</svg>',
        WIDTH,
        HEIGHT,
        title,
        format_html_join("", GRID, (grid_line(value, top) for value in (0, top / 2, top))),
        format_html_join(
            "", BAR, (bar_coordinates(x, step, day, each, top, digits) for x, day, each in places if each is not None)
        ),
        format_html_join(
            "",
            LABEL,
            ((f"{x + step / 2:.1f}", HEIGHT - 6, day_label(day)) for x, day, _h in places[::LABEL_EVERY]),
        ),
    )


def day_label(day: date) -> str:
    """The day as the reader writes it: "30.10.", in English "Oct 30"."""
    return date_format(day, pgettext("form of a date, as in Django's templates", "M j"))


GRID = '<line class="grid" x1="{0}" y1="{1}" x2="{2}" y2="{1}"/><text x="{3}" y="{4}" text-anchor="end">{5}</text>'
BAR = '<rect class="day" x="{}" y="{}" width="{}" height="{}"><title>{}: {}</title></rect>'
LABEL = '<text x="{}" y="{}" text-anchor="middle">{}</text>'


def grid_line(value: float, top: float) -> tuple[object, ...]:
    """Labelled with as many digits as its value has: 5, 2.5, 0."""
    digits = len(f"{value:g}".partition(".")[2])
    return (
        LEFT,
        y_coordinate(value, top),
        WIDTH - RIGHT,
        LEFT - 6,
        y_coordinate(value, top) + 4,
        format_number(value, digits),
    )


def bar_coordinates(x: float, step: float, day: date, height: float, top: float, digits: int) -> tuple[object, ...]:
    label = date_format(day, "SHORT_DATE_FORMAT")
    low = round(y_coordinate(0, top) - y_coordinate(height, top), 1)
    return (
        f"{x + step * 0.1:.1f}",
        y_coordinate(height, top),
        f"{step * 0.8:.1f}",
        low,
        label,
        format_number(height, digits),
    )


def y_coordinate(value: float, top: float) -> float:
    return round(TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM), 1)


def round_number_above(value: float) -> float:
    """1, 2 or 5 times a power of ten: 0.03 -> 0.05, 7 -> 10, 130 -> 200. 1 for nothing."""
    if value <= 0:
        return 1.0
    # The logarithm of what lies just above a power of ten may be rounded down to it: then 20 times is enough.
    power = 10.0 ** ceil(log10(value) - 1)
    return next(times * power for times in (1, 2, 5, 10, 20) if times * power >= value)


def format_number(value: float | Decimal, digits: int = 0) -> str:
    return number_format(f"{value:.{digits}f}", digits)
