"""Draws docs/images/house.svg: the apps, their rooms, and which rooms import which, as the imports are today.

    .venv/bin/python docs/house.py

A band is an app, apps that import stand above those they import. A box is a room (a package of the app). Arrows lead
to the right, from a room to those of its own app that it imports; those that follow from others are left out. Squares
below the name stand for the apps further down that the room imports, in their colours. Whoever opens the picture by
itself and rests the pointer on a room reads all that it imports and all that imports it.
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import escape

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.import_graph import Graph, files_of_the_product, first_sentence, imports_between, layer_of  # noqa: E402
from tests.import_graph import imports_between_packages as imports_of_rooms  # noqa: E402

PICTURE = ROOT / "docs" / "images" / "house.svg"
# Fills and letters bring their own contrast, so that the picture can lie on a light and on a dark page.
COLOURS = {
    "config": "#8d99a6",
    "apps.evaluation": "#b48ead",
    "apps.chat": "#5b8fd0",
    "apps.simplify": "#4fa8a8",
    "apps.retrieval": "#57a06a",
    "apps.graph": "#b5a135",
    "apps.conflicts": "#c7854b",
    "apps.documents": "#d08a4e",
    "apps.llm": "#c9686b",
    "apps.database": "#7f8fa9",
    "apps.text": "#9a8c7c",
}
"""In the order of the bands."""
WIDTH, MARGIN, HEAD = 1200, 16, 34
BOX_WIDTH, BOX_HEIGHT, ACROSS, DOWN = 106, 38, 129, 52
SQUARE = 8
LETTERS = "font-family='system-ui, sans-serif'"


class Box(NamedTuple):
    """A room at its place; x and y are those of its upper left corner, in pixels."""

    room: str
    x: float
    y: float


def house() -> str:
    """The whole picture. Reads the product's files, nothing else."""
    files = files_of_the_product()
    graph = imports_of_rooms(files, imports_between(files))
    top, parts = MARGIN, []
    for app in COLOURS:
        rooms = {room for room in graph if layer_of(room) == app}
        beside = sorted(
            module.rpartition(".")[2]
            for module, path in files.items()
            if path.parent == ROOT / app.replace(".", "/") and path.name not in ("__init__.py", "apps.py", "urls.py")
        )
        height, drawn = band(app, rooms, graph, top, beside)
        parts += drawn
        top += height + MARGIN
    return framed(parts, top)


def framed(parts: list[str], height: float) -> str:
    arrow = (
        "<defs><marker id='tip' viewBox='0 0 8 8' refX='7' refY='4' markerWidth='6' markerHeight='6' orient='auto'>"
        "<path d='M0 0 8 4 0 8z' fill='#8b95a1'/></marker></defs>"
    )
    head = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {height:g}' {LETTERS} role='img'>"
    title = "<title>The apps, their rooms and their imports</title>"
    return "\n".join([head, title, arrow, *parts, "</svg>"]) + "\n"


def band(app: str, rooms: set[str], graph: Graph, top: float, beside: list[str]) -> tuple[float, list[str]]:
    """(height, the drawing) of an app."""
    own = {room: graph[room] & rooms for room in rooms}
    columns = levels(own)
    most = max(map(len, columns), default=0)
    height = HEAD + 14 + DOWN * most
    boxes = {box.room: box for box in placed(columns, most, top + HEAD + 14)}
    colour, name = COLOURS[app], app.removeprefix("apps.")
    frame = (
        f"<rect x='{MARGIN}' y='{top:g}' width='{WIDTH - 2 * MARGIN}' height='{height:g}' rx='10' fill='none' "
        f"stroke='{colour}' stroke-width='2'/>"
        f"<rect x='{MARGIN}' y='{top:g}' width='{WIDTH - 2 * MARGIN}' height='{HEAD}' rx='10' fill='{colour}'/>"
        f"<text x='{MARGIN + 14}' y='{top + 22:g}' font-size='15' font-weight='600' fill='#111'>{name}</text>"
        f"<text x='{WIDTH - MARGIN - 14}' y='{top + 22:g}' font-size='11' text-anchor='end' fill='#111'>"
        f"{escape(shortened(beside))}</text>"
    )
    lines = [arrow(boxes[room], boxes[other]) for room, others in sorted(direct(own).items()) for other in others]
    return height, [frame, *lines, *(drawn(box, graph) for box in boxes.values())]


def shortened(beside: list[str]) -> str:
    """The files that lie beside the rooms, as many as fit into the head of the band."""
    text = "beside the rooms: " + ", ".join(beside)
    return "" if not beside else text if len(text) < 150 else f"{text[:148].rpartition(',')[0]} …"


def levels(own: Mapping[str, set[str]]) -> list[list[str]]:
    """Columns from the left: each room stands one further left than all that it imports."""
    distance: dict[str, int] = {}

    def distance_of(room: str) -> int:
        if room not in distance:
            distance[room] = 1 + max(map(distance_of, own[room]), default=-1)
        return distance[room]

    columns: dict[int, list[str]] = {}
    for room in sorted(own):
        columns.setdefault(distance_of(room), []).append(room)
    return [columns[each] for each in sorted(columns, reverse=True)]


def placed(columns: list[list[str]], most: int, top: float) -> Iterator[Box]:
    """Every second column stands a little lower, so that arrows past it do not hide behind its boxes."""
    for number, column in enumerate(columns):
        down = (most - len(column)) * DOWN / 2 + (10 if number % 2 and len(column) < most else 0)
        for place, room in enumerate(column):
            yield Box(room, 2 * MARGIN + number * ACROSS, top + down + place * DOWN)


def direct(own: Mapping[str, set[str]]) -> dict[str, list[str]]:
    """Without what a room reaches through another one, too."""
    return {
        room: sorted(other for other in others if not any(other in reached(own, via) for via in others - {other}))
        for room, others in own.items()
    }


def reached(own: Mapping[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        new = own[waiting.pop()] - found
        found |= new
        waiting += new
    return found


def arrow(start: Box, end: Box) -> str:
    x1, y1 = start.x + BOX_WIDTH, start.y + BOX_HEIGHT / 2
    x2, y2 = end.x, end.y + BOX_HEIGHT / 2
    bend = min(60, (x2 - x1) / 2)
    return (
        f"<path d='M{x1:.0f} {y1:.0f}C{x1 + bend:.0f} {y1:.0f} {x2 - bend:.0f} {y2:.0f} {x2 - 1:.0f} {y2:.0f}' "
        "fill='none' stroke='#8b95a1' stroke-width='1.3' marker-end='url(#tip)'/>"
    )


def drawn(box: Box, graph: Graph) -> str:
    app = str(layer_of(box.room))
    foreign = [other for other in COLOURS if other != app and any(layer_of(each) == other for each in graph[box.room])]
    squares = "".join(
        f"<rect x='{box.x + 10 + place * (SQUARE + 4):.0f}' y='{box.y + 25:.0f}' width='{SQUARE}' height='{SQUARE}' "
        f"rx='2' fill='{COLOURS[other]}'/>"
        for place, other in enumerate(foreign)
    )
    name = box.room.removeprefix(f"{app}.")
    return (
        f"<g><title>{escape(told(box.room, graph))}</title>"
        f"<rect x='{box.x:.0f}' y='{box.y:.0f}' width='{BOX_WIDTH}' height='{BOX_HEIGHT}' rx='6' fill='#f3f5f7' "
        f"stroke='{COLOURS[app]}' stroke-width='1.5'/>"
        f"<text x='{box.x + 10:.0f}' y='{box.y + 17:.0f}' font-size='12.5' fill='#1c2430'>{name}</text>{squares}</g>"
    )


def told(room: str, graph: Graph) -> str:
    above = sorted(other for other, imported in graph.items() if room in imported)
    imports = f"imports: {', '.join(sorted(graph[room])) or 'nothing'}"
    return "\n".join([room, first_sentence(room), imports, f"imported by: {', '.join(above) or 'nothing'}"])


if __name__ == "__main__":
    PICTURE.write_text(house(), encoding="utf-8")
