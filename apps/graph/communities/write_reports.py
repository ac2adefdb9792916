"""Writes the report of every community: parts before the communities that need them, concurrently."""

from collections.abc import Iterable

from apps.graph.communities import model_written_reports
from apps.graph.communities.build_extractive_report import ReportContent
from apps.graph.communities.extractive_reports_of_graph import ExtractiveReporter
from apps.graph.communities.leiden import Hierarchy
from apps.graph.communities.report_context import GraphLines, ReportContext, report_context
from apps.graph.extraction.load_text_units import UnitCorpus
from apps.graph.extraction.merge_records import Graph
from apps.graph.model_calls.budgeted_model import BudgetedModel
from apps.graph.model_calls.concurrent_requests import ModelRequest
from apps.graph.model_calls.model_client import BuildModelClient

SMALLEST = 3
"""Members from which a report is worth a call; for one or two their own descriptions suffice."""


def extractive_reports(graph: Graph, hierarchy: Hierarchy, corpus: UnitCorpus) -> dict[int, ReportContent]:
    """Writes reports without any call. The places of the groups lead to their reports."""
    reporter = ExtractiveReporter(graph, len(corpus.units))
    return {place: reporter.tell(group) for place, group in enumerate(hierarchy.groups)}


class ReportWriter:
    """Reports by a model, each from at most `budget_tokens` tokens. `keys` are those of the replies that were used."""

    def __init__(
        self,
        graph: Graph,
        hierarchy: Hierarchy,
        corpus: UnitCorpus,
        *,
        model: BudgetedModel,
        client: BuildModelClient,
        budget_tokens: int,
    ) -> None:
        self.graph, self.hierarchy, self.corpus = graph, hierarchy, corpus
        self.model, self.client, self.budget_tokens = model, client, budget_tokens
        self.lines = GraphLines(graph)
        self.reporter = ExtractiveReporter(graph, len(corpus.units))
        self.reports: dict[int, ReportContent] = {}
        self.keys: list[str] = []

    async def write(self) -> None:
        """Fills `reports`. Raises BuildStopped; the replies of finished reports are kept."""
        left = set(range(len(self.hierarchy.groups)))
        for place in sorted(left):
            group = self.hierarchy.groups[place]
            if len(group.members) < SMALLEST or group.is_island:
                self.reports[place] = self.reporter.tell(group)
        left -= set(self.reports)
        while left:
            ready = self.ready(left)
            await self.ask(ready)
            left -= ready.keys()

    def ready(self, left: set[int]) -> dict[int, ReportContext]:
        """Communities whose lines fit into the budget, and those whose parts have their reports."""
        found: dict[int, ReportContext] = {}
        for place in sorted(left):
            made = report_context(place, self.hierarchy, self.lines, self.reports, self.budget_tokens)
            if made.is_whole or self.reports.keys() >= set(self.hierarchy.groups[place].parts):
                found[place] = made
        return found

    async def ask(self, ready: dict[int, ReportContext]) -> None:
        questions = {place: self.question(place, made) for place, made in ready.items()}
        replies = await self.client.ask("report", list(questions.values()))
        for place, asked in questions.items():
            data = replies.get(asked.key)
            self.keys.append(asked.key)
            group = self.hierarchy.groups[place]
            self.reports[place] = (
                model_written_reports.parse_report(data, ready[place].lines)
                if isinstance(data, dict)
                else self.reporter.tell(group)
            )

    def question(self, place: int, made: ReportContext) -> ModelRequest:
        members = self.hierarchy.groups[place].members
        documents = sorted({self.corpus.units[unit].document_id for unit in self.units_of(members)})
        about = ", ".join(self.graph.entities[key].name for key in members[:3])
        return model_written_reports.report_request(made, documents, self.model, about)

    def units_of(self, members: Iterable[str]) -> set[int]:
        """All text units that say anything about these entities: when one is withdrawn, so is the report.

        Relationships and claims count by themselves: their text need not name the entity in a record of its own.
        """
        inside = set(members)
        units = {unit for key in inside for unit in self.graph.entities[key].units()}
        for key in inside:
            for pair in self.lines.touching.get(key, ()):
                if inside.issuperset(pair):
                    units.update(self.graph.relations[pair].units())
            units.update(unit for _, unit in self.lines.claims.get(key, ()))
        return units
