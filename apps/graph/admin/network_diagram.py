"""The layout of a network diagram: the most connected entity in the middle, the others around it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 960, 480
RADIUS_X, RADIUS_Y = 280, 190
"""So far from the sides that the longest label has room there."""
SMALLEST, LARGEST = 6.0, 16.0
MOST_NODES, LONGEST_LABEL = 24, 26


@dataclass(frozen=True, slots=True)
class DiagramNode:
    pk: int
    name: str
    degree: int


@dataclass(frozen=True, slots=True)
class DiagramEdge:
    source: int
    target: int
    weight: float


@dataclass(frozen=True, slots=True)
class PlacedNode:
    """A node with its place; the label is beside it, away from the middle."""

    node: DiagramNode
    x: float
    y: float
    radius: float
    label: str
    label_x: float
    anchor: str


@dataclass(frozen=True, slots=True)
class DrawnEdge:
    x1: float
    y1: float
    x2: float
    y2: float
    width: float


@dataclass(frozen=True, slots=True)
class NetworkDiagram:
    nodes: Sequence[PlacedNode]
    edges: Sequence[DrawnEdge]
    width: int = WIDTH
    height: int = HEIGHT


def draw_network(nodes: Sequence[DiagramNode], edges: Sequence[DiagramEdge]) -> NetworkDiagram:
    """At most MOST_NODES, the first ones given; the first of all stands in the middle."""
    shown = list(nodes[:MOST_NODES])
    highest = max((node.degree for node in shown), default=1) or 1
    nodes_by_id = {node.pk: place_node(node, place, len(shown), highest) for place, node in enumerate(shown)}
    drawn = [
        edge_between(nodes_by_id[edge.source], nodes_by_id[edge.target], edge.weight)
        for edge in edges
        if edge.source in nodes_by_id and edge.target in nodes_by_id
    ]
    return NetworkDiagram(list(nodes_by_id.values()), drawn)


def edge_between(one: PlacedNode, other: PlacedNode, weight: float) -> DrawnEdge:
    return DrawnEdge(one.x, one.y, other.x, other.y, round(1 + 3 * weight, 1))


def place_node(node: DiagramNode, place: int, number: int, highest: int) -> PlacedNode:
    """The node at `place` of `number`, 0 in the middle; its area grows with its share of the `highest` degree."""
    angle = 2 * math.pi * (place - 1) / max(1, number - 1)
    x = WIDTH / 2 + (RADIUS_X * math.cos(angle) if place else 0)
    y = HEIGHT / 2 + (RADIUS_Y * math.sin(angle) if place else 0)
    radius = SMALLEST + (LARGEST - SMALLEST) * math.sqrt(node.degree / highest)
    right = x >= WIDTH / 2
    label = node.name if len(node.name) <= LONGEST_LABEL else f"{node.name[: LONGEST_LABEL - 1]}…"
    gap = radius + 4
    return PlacedNode(node, round(x, 1), round(y, 1), round(radius, 1), label, round(x + (gap if right else -gap), 1),
                "start" if right else "end")  # fmt: skip
