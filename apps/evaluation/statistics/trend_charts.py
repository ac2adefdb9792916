"""Charts of means with their intervals over time, as plain SVG without script or style."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.template.defaultfilters import floatformat
from django.utils.formats import number_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 220, 44, 16, 14, 34
MOST_LABELS = 10


@dataclass(frozen=True, slots=True)
class ChartPoint:
    """`label` is a day; the values lie between 0 and 1."""

    label: str
    mean: float
    low: float
    high: float


def trend_chart(points: Sequence[ChartPoint], title: str) -> SafeString:
    """One dot a day with a bar for its interval. The page shows the same as a table."""
    step = (WIDTH - LEFT - RIGHT) / max(1, len(points))
    places = [(LEFT + step * (number + 0.5), point) for number, point in enumerate(points)]
    every = -(-len(points) // MOST_LABELS) or 1
    return format_html(
        '<svg class="trend" viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}{}{}</svg>',
        WIDTH,
        HEIGHT,
        title,
        format_html_join("", GRID, map(tick_coordinates, TICKS)),
        format_html(
            '<polyline class="line" points="{}"/>', " ".join(f"{x:.1f},{y_coordinate(p.mean)}" for x, p in places)
        ),
        format_html_join(
            "",
            DOT,
            (dot_coordinates(x, point) for x, point in places),
        ),
        format_html_join("", LABEL, ((f"{x:.1f}", HEIGHT - 12, p.label) for x, p in places[::every])),
    )


TICKS = ("0.0", "0.25", "0.5", "0.75", "1.0")
GRID = '<line class="grid" x1="{}" y1="{}" x2="{}" y2="{}"/><text x="{}" y="{}" text-anchor="end">{}</text>'
DOT = (
    '<line class="bar" x1="{0}" x2="{0}" y1="{1}" y2="{2}"/><circle cx="{0}" cy="{3}" r="4">'
    "<title>{4}: {5}</title></circle>"
)


def tick_coordinates(value: str) -> tuple[object, ...]:
    return (
        LEFT,
        y_coordinate(value),
        WIDTH - RIGHT,
        y_coordinate(value),
        LEFT - 6,
        y_coordinate(value) + 4,
        number_format(value),
    )


def dot_coordinates(x: float, point: ChartPoint) -> tuple[object, ...]:
    shown = floatformat(point.mean, 2)
    return f"{x:.1f}", y_coordinate(point.low), y_coordinate(point.high), y_coordinate(point.mean), point.label, shown


LABEL = '<text x="{}" y="{}" text-anchor="middle">{}</text>'


def y_coordinate(value: float | str) -> float:
    return round(TOP + (1 - float(value)) * (HEIGHT - TOP - BOTTOM), 1)
