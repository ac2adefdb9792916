"""The report of every community: parts before the wholes that need them, as many at once as the models allow."""

from collections.abc import Iterable

from apps.graph.communities import report_prompt
from apps.graph.communities.extractive_fallback import Teller
from apps.graph.communities.extractive_report import Told
from apps.graph.communities.leiden import Hierarchy
from apps.graph.communities.report_context import Context, Lines, context
from apps.graph.extraction.merge import Graph
from apps.graph.extraction.text_units import Reading
from apps.graph.model_calls.asker import Asker
from apps.graph.model_calls.build_models import BuildModels
from apps.graph.model_calls.cached_round import Question
from apps.graph.model_calls.prompts import Wording

SMALLEST = 3
"""Members from which a report is worth a call; one or two are told of by their own descriptions."""


def extractive_reports(graph: Graph, hierarchy: Hierarchy, reading: Reading) -> dict[int, Told]:
    """Without any call. The places of the groups lead to their reports."""
    teller = Teller(graph, len(reading.pieces))
    return {place: teller.tell(group) for place, group in enumerate(hierarchy.groups)}


class ReportWriter:
    """Reports by a model. `keys` are those of the replies that were used."""

    def __init__(
        self,
        graph: Graph,
        hierarchy: Hierarchy,
        reading: Reading,
        *,
        words: Wording,
        models: BuildModels,
        asker: Asker,
        budget_tokens: int,
    ) -> None:
        self.graph, self.hierarchy, self.reading = graph, hierarchy, reading
        self.words, self.models, self.asker, self.budget_tokens = words, models, asker, budget_tokens
        self.lines = Lines(graph)
        self.teller = Teller(graph, len(reading.pieces))
        self.told: dict[int, Told] = {}
        self.keys: list[str] = []

    async def write(self) -> None:
        """`told` has all reports then. Raises BuildStopped; finished reports are kept as replies."""
        left = set(range(len(self.hierarchy.groups)))
        for place in sorted(left):
            group = self.hierarchy.groups[place]
            if len(group.members) < SMALLEST or group.is_island:
                self.told[place] = self.teller.tell(group)
        left -= set(self.told)
        while left:
            ready = self.ready(left)
            await self.ask(ready)
            left -= ready.keys()

    def ready(self, left: set[int]) -> dict[int, Context]:
        """Communities whose lines fit into the budget, and those whose parts are told of already."""
        found: dict[int, Context] = {}
        for place in sorted(left):
            made = context(place, self.hierarchy, self.lines, self.told, self.budget_tokens)
            if made.is_whole or self.told.keys() >= set(self.hierarchy.groups[place].parts):
                found[place] = made
        return found

    async def ask(self, ready: dict[int, Context]) -> None:
        questions = {place: self.question(place, made) for place, made in ready.items()}
        replies = await self.asker.ask("report", list(questions.values()))
        for place, asked in questions.items():
            data = replies.get(asked.key)
            self.keys.append(asked.key)
            group = self.hierarchy.groups[place]
            self.told[place] = (
                report_prompt.told(data, ready[place].lines) if isinstance(data, dict) else self.teller.tell(group)
            )

    def question(self, place: int, made: Context) -> Question:
        members = self.hierarchy.groups[place].members
        documents = sorted({self.reading.pieces[unit].document_id for unit in self.units_of(members)})
        about = ", ".join(self.graph.entities[key].name for key in members[:3])
        return report_prompt.question(made, documents, self.words, self.models.report, self.asker.budget, about)

    def units_of(self, members: Iterable[str]) -> set[int]:
        """All pieces that say anything of these entities: whatever leaves with one of them leaves the report too.

        Relationships and claims count by themselves: their text need not name the entity in a record of its own.
        """
        inside = set(members)
        units = {unit for key in inside for unit, _, _ in self.graph.entities[key].mentions}
        for key in inside:
            for pair in self.lines.touching.get(key, ()):
                units.update(unit for unit, _, _ in self.graph.relations[pair].facts if inside.issuperset(pair))
            units.update(unit for _, unit in self.lines.claims.get(key, ()))
        return units
