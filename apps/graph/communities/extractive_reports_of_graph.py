"""Extractive reports of a graph in memory: for the method without a model, and where a model failed."""

from collections.abc import Iterable, Sequence

from apps.graph.communities.build_extractive_report import RankedStatement, ReportContent, extractive_report
from apps.graph.communities.leiden import LeidenCluster
from apps.graph.communities.report_context import first_units
from apps.graph.extraction.merge_records import Graph


class ExtractiveReporter:
    """Reports on the communities of one graph. `pieces` is the number of all text units of the build."""

    def __init__(self, graph: Graph, pieces: int) -> None:
        self.graph = graph
        self.pieces = max(1, pieces)
        self.touching: dict[str, list[tuple[str, str]]] = {}
        for pair in graph.relations:
            for end in pair:
                self.touching.setdefault(end, []).append(pair)

    def tell(self, group: LeidenCluster) -> ReportContent:
        inside = set(group.members)
        entities = self.graph.entities
        names = sorted(inside, key=lambda key: (-entities[key].degree, -len(entities[key].mentions), key))
        units = {unit for key in inside for unit in entities[key].units()}
        return extractive_report(
            [entities[key].name for key in names], list(self.statements(inside)), share=len(units) / self.pieces
        )

    def statements(self, inside: set[str]) -> Iterable[RankedStatement]:
        for pair in sorted({pair for key in inside for pair in self.touching.get(key, ()) if inside.issuperset(pair)}):
            draft = self.graph.relations[pair]
            names = tuple(self.graph.entities[end].name for end in (draft.source, draft.target))
            yield from statements_by_text(names, [(fact.unit, fact.description) for fact in draft.facts], draft.rank)
        for key in sorted(inside):
            entity = self.graph.entities[key]
            said = [(mention.unit, mention.description) for mention in entity.mentions]
            yield from statements_by_text((entity.name,), said, entity.degree)


def statements_by_text(names: tuple[str, ...], said: Sequence[tuple[int, str]], rank: int) -> Iterable[RankedStatement]:
    """One statement per text, with all text units it occurs in."""
    units: dict[str, list[int]] = {}
    for unit, text in said:
        units.setdefault(text, []).append(unit)
    for text, found in units.items():
        yield RankedStatement(names, text, first_units(found), rank)
