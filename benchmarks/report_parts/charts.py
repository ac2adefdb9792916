"""Bar charts of comparisons as SVG: shares of 1, in colours that can be read on a light and on a dark page."""

from collections.abc import Iterator
from xml.sax.saxutils import escape

from benchmarks.report_parts.comparisons import Comparison

WIDTH, LEFT, RIGHT = 780, 270, 60
BAR, GAP, TOP, LEGEND = 16, 12, 10, 30
STYLE = """<style>
text { font: 13px system-ui, sans-serif; fill: #1f2933 }
.line { stroke: #c3cbd3 }
.bar0 { fill: #8a97a5 } .bar1, .only, .stack0 { fill: #1f6fb2 }
.stack1 { fill: #b9c3cd } .stack2 { fill: #c2571a }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 }
.line { stroke: #3d4651 }
.bar0 { fill: #77838f } .bar1, .only, .stack0 { fill: #5aa9e6 }
.stack1 { fill: #59636e } .stack2 { fill: #e58a4e }
}
</style>"""


def chart(comparison: Comparison) -> str:
    """The whole picture; the table beside it has the same figures."""
    names = [name.strip("`") for name in comparison.charted]
    places = [list(comparison.columns).index(column) for column in comparison.charted]
    height = 0.0
    parts: list[str] = []
    first = y = float(TOP + (LEGEND if len(names) > 1 else 0))
    for label, values in comparison.rows.items():
        shares = [float(values[place] or 0) for place in places]
        block = BAR if comparison.stacked else BAR * len(shares)
        parts.append(f"<text x='{LEFT - 8}' y='{y + block / 2 + 4.5:g}' text-anchor='end'>{escape(label)}</text>")
        parts.extend(stacked_bars(shares, y) if comparison.stacked else bars(shares, y))
        y += block + GAP
        height = y
    head = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {height:g}' role='img'>"
    title = f"<title>{escape(comparison.caption)}</title>"
    axis = f"<line class='line' x1='{LEFT}' x2='{LEFT}' y1='{first:g}' y2='{height - GAP:g}'/>"
    return "\n".join([head, title, STYLE, *legend(names, stacked=comparison.stacked), axis, *parts, "</svg>"]) + "\n"


def bars(shares: list[float], y: float) -> Iterator[str]:
    """One below the other, each with its figure at its end."""
    for place, share in enumerate(shares):
        kind = f"bar{place}" if len(shares) > 1 else "only"
        top = y + place * BAR
        yield f"<rect class='{kind}' x='{LEFT}' y='{top + 1:g}' width='{length(share):g}' height='{BAR - 2}'/>"
        yield f"<text x='{LEFT + length(share) + 6:g}' y='{top + 12.5:g}'>{short(share)}</text>"


def stacked_bars(shares: list[float], y: float) -> Iterator[str]:
    """Beside each other, with the figure of the first at the end of all."""
    x = float(LEFT)
    for place, share in enumerate(shares):
        yield f"<rect class='stack{place}' x='{x:g}' y='{y + 1:g}' width='{length(share):g}' height='{BAR - 2}'/>"
        x += length(share)
    yield f"<text x='{x + 6:g}' y='{y + 12.5:g}'>{short(shares[0])}</text>"


def legend(names: list[str], *, stacked: bool) -> Iterator[str]:
    if len(names) < 2:
        return
    x = float(LEFT)
    for place, name in enumerate(names):
        yield f"<rect class='{'stack' if stacked else 'bar'}{place}' x='{x:g}' y='{TOP}' width='12' height='12'/>"
        yield f"<text x='{x + 18:g}' y='{TOP + 11}'>{escape(name)}</text>"
        x += 18 + 8 * len(name) + 24


def short(share: float) -> str:
    """Three places, so that 0.996 does not become 1."""
    return f"{share:.3f}".rstrip("0").rstrip(".")


def length(share: float) -> float:
    return round(share * (WIDTH - LEFT - RIGHT), 1)
