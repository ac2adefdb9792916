"""A picture of a neighbourhood: the most connected in the middle, the others around it. Pure; the template draws."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 960, 480
RADIUS_X, RADIUS_Y = 280, 190
"""So far from the sides that the longest label has room there."""
SMALLEST, LARGEST = 6.0, 16.0
MOST_NODES, LONGEST_LABEL = 24, 26


@dataclass(frozen=True, slots=True)
class Node:
    pk: int
    name: str
    degree: int


@dataclass(frozen=True, slots=True)
class Tie:
    source: int
    target: int
    weight: float


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a node stands; the label is beside it, away from the middle."""

    node: Node
    x: float
    y: float
    radius: float
    label: str
    label_x: float
    anchor: str


@dataclass(frozen=True, slots=True)
class Line:
    x1: float
    y1: float
    x2: float
    y2: float
    width: float


@dataclass(frozen=True, slots=True)
class Picture:
    spots: Sequence[Spot]
    lines: Sequence[Line]
    width: int = WIDTH
    height: int = HEIGHT


def draw(nodes: Sequence[Node], ties: Sequence[Tie]) -> Picture:
    """At most MOST_NODES, the first ones given; the first of all stands in the middle."""
    shown = list(nodes[:MOST_NODES])
    highest = max((node.degree for node in shown), default=1) or 1
    spots = {node.pk: spot(node, place, len(shown), highest) for place, node in enumerate(shown)}
    lines = [
        between(spots[tie.source], spots[tie.target], tie.weight)
        for tie in ties
        if tie.source in spots and tie.target in spots
    ]
    return Picture(list(spots.values()), lines)


def between(one: Spot, other: Spot, weight: float) -> Line:
    return Line(one.x, one.y, other.x, other.y, round(1 + 3 * weight, 1))


def spot(node: Node, place: int, number: int, highest: int) -> Spot:
    angle = 2 * math.pi * (place - 1) / max(1, number - 1)
    x = WIDTH / 2 + (RADIUS_X * math.cos(angle) if place else 0)
    y = HEIGHT / 2 + (RADIUS_Y * math.sin(angle) if place else 0)
    radius = SMALLEST + (LARGEST - SMALLEST) * math.sqrt(node.degree / highest)
    right = x >= WIDTH / 2
    label = node.name if len(node.name) <= LONGEST_LABEL else f"{node.name[: LONGEST_LABEL - 1]}…"
    gap = radius + 4
    return Spot(node, round(x, 1), round(y, 1), round(radius, 1), label, round(x + (gap if right else -gap), 1),
                "start" if right else "end")  # fmt: skip
