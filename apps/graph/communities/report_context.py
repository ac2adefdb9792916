"""The context of a report: numbered lines about the members, the most connected first, within a token budget.

For a community that does not fit, reports on its parts replace their lines until it does: those with the most tokens
of lines first, as GraphRAG does, because each saves the most.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from apps.graph.communities.build_extractive_report import ReportContent
from apps.graph.communities.leiden import Hierarchy
from apps.graph.extraction.merge_records import Graph
from apps.text.estimate_tokens import BYTES_PER_TOKEN, estimate_tokens

MOST_REFERENCES = 5
LONGEST_DESCRIPTION = 1_200


@dataclass(frozen=True, slots=True)
class ContextLine:
    """One line of the context: `units` are the text units that support it, `label` is how findings refer to it."""

    label: str
    text: str
    units: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.label}: {self.text}"


@dataclass(frozen=True, slots=True)
class ReportContext:
    lines: tuple[ContextLine, ...]
    text: str
    is_whole: bool
    """Nothing was left out for want of room."""


class GraphLines:
    """The lines of any set of members, from a graph whose edges are sorted once."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.touching: dict[str, list[tuple[str, str]]] = {}
        ranked = sorted(graph.relations, key=lambda pair: (-graph.relations[pair].rank, pair))
        self.order = {pair: place for place, pair in enumerate(ranked)}
        for pair in ranked:
            for end in pair:
                self.touching.setdefault(end, []).append(pair)
        self.claims: dict[str, list[tuple[str, int]]] = {}
        for claim in graph.claims:
            text = f"{claim.record.kind} ({claim.record.status}) {claim.record.description}"
            self.claims.setdefault(claim.entity, []).append((text, claim.unit))

    def of(self, members: Iterable[str]) -> list[ContextLine]:
        """Edges by the degrees of their ends: source, target, claims, edge, as far as not said before."""
        inside = set(members)
        pairs = sorted(
            {
                pair
                for node in inside
                for pair in self.touching.get(node, ())
                if pair[0] in inside and pair[1] in inside
            },
            key=self.order.__getitem__,
        )
        lines: list[ContextLine] = []
        told: set[str] = set()
        for number, pair in enumerate(pairs, start=1):
            for node in pair:
                lines += self.of_entity(node, told)
            draft = self.graph.relations[pair]
            names = " - ".join(self.graph.entities[end].name for end in (draft.source, draft.target))
            units = first_units(draft.units())
            lines.append(ContextLine(f"R{number}", f"{names}: {draft.description[:LONGEST_DESCRIPTION]}", units))
        for node in sorted(inside - told, key=lambda key: (-len(self.graph.entities[key].mentions), key)):
            lines += self.of_entity(node, told)
        return lines

    def of_entity(self, node: str, told: set[str]) -> list[ContextLine]:
        if node in told:
            return []
        told.add(node)
        draft = self.graph.entities[node]
        kind = f" ({draft.type})" if draft.type else ""
        units = first_units(draft.units())
        entity = ContextLine(f"E{len(told)}", f"{draft.name}{kind}: {draft.description[:LONGEST_DESCRIPTION]}", units)
        claims = self.claims.get(node, ())
        return [
            entity,
            *(ContextLine(f"C{len(told)}.{n}", text, (unit,)) for n, (text, unit) in enumerate(claims, start=1)),
        ]


def first_units(units: Iterable[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(units))[:MOST_REFERENCES]


def leading_lines_within(lines: Sequence[ContextLine], budget: int) -> ReportContext:
    """Keeps as many lines from the start as the budget allows."""
    room = budget * BYTES_PER_TOKEN
    kept: list[ContextLine] = []
    for line in lines:
        room -= len(str(line).encode("utf-8", "replace")) + 1
        if room < 0 and kept:
            break
        kept.append(line)
    text = "\n".join(map(str, kept))
    while len(kept) > 1 and estimate_tokens(text) > budget:
        kept = kept[: max(1, len(kept) * 9 // 10)]
        text = "\n".join(map(str, kept))
    return ReportContext(tuple(kept), text, len(kept) == len(lines))


def report_context(
    place: int, hierarchy: Hierarchy, lines: GraphLines, reports: Mapping[int, ReportContent], budget: int
) -> ReportContext:
    """What the report on this community is made from. `reports` has the reports on its parts where they are needed."""
    group = hierarchy.groups[place]
    whole = leading_lines_within(lines.of(group.members), budget)
    if whole.is_whole or not all(part in reports for part in group.parts) or not group.parts:
        return whole
    told = {part: byte_length(lines.of(hierarchy.groups[part].members)) for part in group.parts}
    parts = sorted(group.parts, key=lambda part: (-told[part], part))
    report_lines: list[ContextLine] = []
    for swapped in range(1, len(parts) + 1):
        report_lines = [report_line(number, reports[part]) for number, part in enumerate(parts[:swapped], start=1)]
        gone = {node for part in parts[:swapped] for node in hierarchy.groups[part].members}
        rest = lines.of(node for node in group.members if node not in gone)
        found = leading_lines_within([*report_lines, *rest], budget)
        if found.is_whole:
            return found
    return leading_lines_within(report_lines, budget)


def byte_length(lines: Iterable[ContextLine]) -> int:
    """In the order of their tokens, for a fraction of the time."""
    return sum(len(line.text.encode("utf-8", "replace")) for line in lines)


def report_line(number: int, report: ReportContent) -> ContextLine:
    units = first_units(unit for finding in report.findings for unit in finding.units)
    return ContextLine(f"P{number}", " ".join(report.text.split()), units)
