"""Reports from a graph in memory: extractive ones for the method without a model, and where a model could not."""

from collections.abc import Iterable, Sequence

from apps.graph.communities.extractive_report import Statement, Told, tell
from apps.graph.communities.leiden import Group
from apps.graph.communities.report_context import unique
from apps.graph.extraction.merge import Graph


class Teller:
    def __init__(self, graph: Graph, pieces: int) -> None:
        self.graph = graph
        self.pieces = max(1, pieces)
        self.touching: dict[str, list[tuple[str, str]]] = {}
        for pair in graph.relations:
            for end in pair:
                self.touching.setdefault(end, []).append(pair)

    def tell(self, group: Group) -> Told:
        inside = set(group.members)
        entities = self.graph.entities
        names = sorted(inside, key=lambda key: (-entities[key].degree, -len(entities[key].mentions), key))
        units = {unit for key in inside for unit, _, _ in entities[key].mentions}
        return tell(
            [entities[key].name for key in names], list(self.statements(inside)), share=len(units) / self.pieces
        )

    def statements(self, inside: set[str]) -> Iterable[Statement]:
        for pair in sorted({pair for key in inside for pair in self.touching.get(key, ()) if inside.issuperset(pair)}):
            draft = self.graph.relations[pair]
            names = tuple(self.graph.entities[end].name for end in (draft.source, draft.target))
            yield from grouped(names, [(unit, text) for unit, text, _ in draft.facts], draft.rank)
        for key in sorted(inside):
            entity = self.graph.entities[key]
            said = [(unit, text) for unit, _, text in entity.mentions]
            yield from grouped((entity.name,), said, entity.degree)


def grouped(names: tuple[str, ...], said: Sequence[tuple[int, str]], rank: int) -> Iterable[Statement]:
    """One statement for each text, with all pieces it stands in."""
    units: dict[str, list[int]] = {}
    for unit, text in said:
        units.setdefault(text, []).append(unit)
    for text, found in units.items():
        yield Statement(names, text, unique(found), rank)
