"""The work of a build: the whole flow, from pages to the switch.

read -> extract -> assemble -> describe -> divide -> report | embed -> store and switch
"""

from asgiref.sync import async_to_sync, sync_to_async
from django.conf import settings
from django.utils.translation import gettext as _

from apps.graph.building.build_inputs import differs, joined_names
from apps.graph.building.options import Wish
from apps.graph.communities import incremental, leiden, previous
from apps.graph.communities.leiden import Hierarchy
from apps.graph.communities.write_reports import ReportWriter, extractive_reports
from apps.graph.extraction import cooccurrence, merge, merge_descriptions
from apps.graph.extraction.gleaning import Rounds
from apps.graph.extraction.merge import Graph
from apps.graph.extraction.text_units import Reading, read
from apps.graph.model_calls.asker import Asker, BuildStopped, Progress
from apps.graph.model_calls.budget import Budget
from apps.graph.model_calls.build_models import BuildModels, build_models
from apps.graph.model_calls.prompts import Wording, wording
from apps.graph.model_calls.task_group import side_by_side
from apps.graph.models import Build, GraphIndex, Method
from apps.graph.storage import entity_vectors, store
from apps.graph.storage.rows import Result
from apps.graph.storage.store import Outdated
from apps.llm.ledger import Ledger
from apps.llm.registry import embedder, embedding_model_row
from apps.text.noun_phrases import language_of

SIZE = ("max_cluster_size",)
ATTEMPTS = 5
"""Times a build begins again because documents changed under it."""


class Work:
    """One run: a method for each step of the flow."""

    def __init__(self, index: GraphIndex, run: Build, wish: Wish, progress: Progress) -> None:
        self.index, self.build, self.wish = index, run, wish
        self.watcher = progress
        self.ledger = Ledger()
        self.problems: list[dict[str, str]] = []
        self.used: list[str] = []
        self.asker = Asker(run, self.ledger, self.limits(), 1, self.progress, self.problems)

    def run(self) -> None:
        """Raises BuildStopped, DatabaseError."""
        for _attempt in range(ATTEMPTS):
            self.used.clear()
            self.problems.clear()
            try:
                store.store(self.index, self.build, self.result())
                self.build.phase, self.build.done, self.build.total = "", 0, 0
            except Outdated:
                continue
            finally:
                self.asker.save_costs()
            return
        raise BuildStopped(_("The documents keep changing; build again when the import has ended."))

    def limits(self) -> Budget:
        """Those of this run, else those of the graph, with what an earlier attempt at this build has spent already."""
        most_calls, most_cost = self.wish.most_calls, self.wish.most_cost
        return Budget(
            self.index.budget_calls if most_calls is None else most_calls,
            self.index.budget_cost if most_cost is None else most_cost,
            calls=sum(number for purpose, number in self.build.calls.items() if purpose != "embed"),
            cost=self.build.cost,
        )

    def progress(self, phase: str, done: int, total: int) -> None:
        """Tells the caller at once. The row that people look at follows with the next stored replies."""
        self.watcher(phase, done, total)
        self.build.phase, self.build.done, self.build.total = phase, done, total

    def result(self) -> Result:
        """The whole graph in memory."""
        index = self.index
        self.progress("read", 0, 1)
        reading = read(index.collection_id, chunk_tokens=index.chunk_tokens, overlap=index.chunk_overlap)
        Build.objects.filter(pk=self.build.pk).update(language=reading.language, phase="extract")
        if self.build.method == Method.NOUN_PHRASES:
            return self.by_noun_phrases(reading)
        return self.by_model(reading)

    def by_noun_phrases(self, reading: Reading) -> Result:
        index = self.index
        pieces = []
        for number, piece in enumerate(reading.pieces, start=1):
            pieces.append(cooccurrence.read_piece(piece.text, language_of(piece.text)))
            self.progress("extract", number, len(reading.pieces))
        graph = merge.assemble(cooccurrence.records(pieces), joined_names(index))
        hierarchy, keeps, drift = self.divided(graph)
        async_to_sync(self.embed)(graph)
        told = extractive_reports(graph, hierarchy, reading)
        return Result(reading, graph, hierarchy, told, [], keeps, drift)

    def by_model(self, reading: Reading) -> Result:
        index = self.index
        words = wording(reading.language, index.entity_types, with_claims=index.claims)
        models = build_models(words, self.ledger)
        Build.objects.filter(pk=self.build.pk).update(model=models.extract.name)
        self.asker.concurrency, self.asker.budget.tariffs = models.concurrency, models.tariffs
        extraction = Rounds(reading.pieces, words, models.extract, self.asker)
        records = extraction.records(1 + index.gleanings)
        self.used += extraction.keys
        graph = merge.assemble(records, joined_names(index))
        self.describe(graph, reading, words, models)
        hierarchy, keeps, drift = self.divided(graph)
        writer = ReportWriter(
            graph, hierarchy, reading, words=words, models=models, asker=self.asker, budget_tokens=index.report_tokens
        )
        async_to_sync(side_by_side)(writer.write(), self.embed(graph))
        self.used += writer.keys
        return Result(reading, graph, hierarchy, writer.told, list(self.used), keeps, drift)

    def describe(self, graph: Graph, reading: Reading, words: Wording, models: BuildModels) -> None:
        def documents(units: list[int]) -> list[int]:
            return sorted({reading.pieces[unit].document_id for unit in units})

        asked = list(merge_descriptions.questions(graph, documents, words, models.describe, self.asker.budget))
        if asked:
            questions = [question for _, question in asked]
            merge_descriptions.apply(asked, async_to_sync(self.asker.ask)("describe", questions))
            self.used += [question.key for question in questions]

    def divided(self, graph: Graph) -> tuple[Hierarchy, bool, float]:
        """The communities, whether they are those of the build before, and how far they have drifted since."""
        size, current = self.index.max_cluster_size, self.index.current
        if current is not None and self.may_keep_communities_of(current):
            before = previous.hierarchy_of(current)
            drift = current.drift + previous.drift(before, set(graph.entities))
            if drift < previous.MOST_DRIFT:
                return incremental.kept(before, graph.entities, graph.edges(), max_size=size), True, drift
        return leiden.divide(graph.entities, graph.edges(), max_size=size), False, 0.0

    def may_keep_communities_of(self, before: Build) -> bool:
        is_alike = before.method == self.build.method and not differs(before.made_with, self.build.made_with, SIZE)
        return is_alike and not self.wish.divides_anew

    async def embed(self, graph: Graph) -> None:
        row = await sync_to_async(embedding_model_row)()
        texts = [entity_vectors.text_of(draft.name, draft.description) for draft in graph.entities.values()]
        await entity_vectors.embed(
            self.asker, row, embedder(row, ledger=self.ledger, deadline=settings.BATCH_DEADLINE), texts
        )
