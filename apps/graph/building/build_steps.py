"""The steps of a build, from pages to the switch to the new graph.

read -> extract -> assemble -> describe -> divide -> report | embed -> store and switch
"""

from asgiref.sync import async_to_sync, sync_to_async
from django.conf import settings
from django.utils.translation import gettext as _

from apps.graph.building.build_options import BuildOptions
from apps.graph.building.build_settings_and_merges import inputs_differ, load_merged_names
from apps.graph.communities import leiden, load_previous_communities, update_communities
from apps.graph.communities.leiden import Partition
from apps.graph.communities.write_reports import ReportWriter, extractive_reports
from apps.graph.extraction import cooccurrence, merge_descriptions, merge_records
from apps.graph.extraction.gleaning_rounds import GleaningRounds
from apps.graph.extraction.load_text_units import UnitCorpus, load_unit_corpus
from apps.graph.extraction.merge_records import Graph
from apps.graph.model_calls.budgeted_model import BudgetedModel
from apps.graph.model_calls.build_budget import Budget
from apps.graph.model_calls.build_stopped_errors import BuildStopped
from apps.graph.model_calls.model_client import BuildModelClient, Progress
from apps.graph.model_calls.models_of_a_build import BuildModels, build_models, embedding_model_of_names
from apps.graph.model_calls.prompts_of_a_build import BuildPrompts, load_build_prompts
from apps.graph.model_calls.task_group import run_concurrently
from apps.graph.models import Build, GraphIndex, Method
from apps.graph.storage import entity_vectors, switch_to_finished_build
from apps.graph.storage.finished_graph_rows import BuiltGraph
from apps.graph.storage.switch_to_finished_build import DocumentsChanged
from apps.llm.call_ledger import Ledger
from apps.llm.model_registry import build_embedder
from apps.llm.types import LanguageModel
from apps.text.noun_phrases import detect_german_or_english

DECIDES_COMMUNITIES = ("max_cluster_size",)
"""Settings of a graph that the division into communities depends on."""
LONGEST_NAMES = 200
ATTEMPTS = 5
"""Times a build begins again because documents changed under it."""


class BuildSteps:
    """One build: a method for each step."""

    def __init__(self, index: GraphIndex, run: Build, build_options: BuildOptions, progress: Progress) -> None:
        self.index, self.build, self.build_options = index, run, build_options
        self.on_progress = progress
        self.ledger = Ledger()
        self.problems: list[dict[str, str]] = []
        self.used: list[str] = []
        self.client = BuildModelClient(run, self.ledger, self.limits(), 1, self.progress, self.problems)

    def run(self) -> None:
        """Runs all steps, again if documents changed meanwhile. Raises BuildStopped, DatabaseError."""
        for _attempt in range(ATTEMPTS):
            self.used.clear()
            self.problems.clear()
            self.client.lost.clear()
            try:
                switch_to_finished_build.store_graph(self.index, self.build, self.result())
                self.build.phase, self.build.done, self.build.total = "", 0, 0
            except DocumentsChanged:
                continue
            finally:
                self.client.save_costs()
            return
        raise BuildStopped(_("The documents keep changing; build again when the import has ended."))

    def limits(self) -> Budget:
        """Returns this run's limits, else the graph's, with what an earlier attempt at this build has spent already."""
        most_calls, most_cost = self.build_options.most_calls, self.build_options.most_cost
        return Budget(
            self.index.budget_calls if most_calls is None else most_calls,
            self.index.budget_cost if most_cost is None else most_cost,
            calls=sum(number for purpose, number in self.build.calls.items() if purpose != "embed"),
            cost=self.build.cost,
        )

    def progress(self, phase: str, done: int, total: int) -> None:
        """Reports to the caller at once; the row of the build follows with the next stored replies."""
        self.on_progress(phase, done, total)
        self.build.phase, self.build.done, self.build.total = phase, done, total

    def result(self) -> BuiltGraph:
        """The whole graph in memory. Reads the database, calls models. Raises BuildStopped."""
        index = self.index
        self.build.refresh_from_db(fields=["withdrawn"])
        self.progress("read", 0, 1)
        corpus = load_unit_corpus(index.collection_id, chunk_tokens=index.chunk_tokens, overlap=index.chunk_overlap)
        Build.objects.filter(pk=self.build.pk).update(language=self.language(corpus), phase="extract")
        if self.build.method == Method.NOUN_PHRASES:
            return self.by_noun_phrases(corpus)
        return self.by_model(corpus)

    def language(self, corpus: UnitCorpus) -> str:
        """In which descriptions and reports are written."""
        return self.index.language or corpus.language

    def by_noun_phrases(self, corpus: UnitCorpus) -> BuiltGraph:
        """Builds without a language model; only names are embedded."""
        index = self.index
        pieces = []
        for number, piece in enumerate(corpus.units, start=1):
            pieces.append(cooccurrence.build_phrase_unit(piece.text, detect_german_or_english(piece.text)))
            self.progress("extract", number, len(corpus.units))
        graph = merge_records.merge_records(cooccurrence.cooccurrence_records(pieces), load_merged_names(index))
        partition = self.partition(graph)
        async_to_sync(self.embed)(graph)
        reports = extractive_reports(graph, partition.hierarchy, corpus)
        return BuiltGraph(corpus, graph, partition, reports, [])

    def by_model(self, corpus: UnitCorpus) -> BuiltGraph:
        """Raises BuildStopped, also when only a sample of the texts was asked for."""
        index = self.index
        if sample := self.build_options.sample:
            corpus = UnitCorpus(corpus.covered, corpus.units[:: max(1, len(corpus.units) // sample)][:sample])
        prompts = load_build_prompts(self.language(corpus), index.entity_types, with_claims=index.claims)
        models = self.models(prompts)
        Build.objects.filter(pk=self.build.pk).update(model=models.extract.name)
        self.client.concurrency, self.client.budget.tariffs = models.concurrency, models.tariffs

        def budgeted(model: LanguageModel) -> BudgetedModel:
            return BudgetedModel(model, prompts, self.client.budget)

        extraction = GleaningRounds(corpus.units, budgeted(models.extract), self.client)
        records = extraction.records(1 + index.gleanings)
        self.used += extraction.keys
        if sample:
            raise BuildStopped(_("A sample of the texts was read for the forecast; the build goes on from there."))
        graph = merge_records.merge_records(records, load_merged_names(index))
        self.describe(graph, corpus, budgeted(models.describe))
        partition = self.partition(graph)
        writer = ReportWriter(
            graph,
            partition.hierarchy,
            corpus,
            model=budgeted(models.report),
            client=self.client,
            budget_tokens=index.report_tokens,
        )
        async_to_sync(run_concurrently)(writer.write(), self.embed(graph))
        self.used += writer.keys
        self.name_stand_ins(models.extract.name)
        return BuiltGraph(corpus, graph, partition, writer.reports, list(self.used))

    def models(self, prompts: BuildPrompts) -> BuildModels:
        """The models that are asked; a dry run puts guesses in their place."""
        return build_models(prompts, self.ledger, in_house=self.index.collection.stays_in_house)

    def name_stand_ins(self, chosen: str) -> None:
        """The row of the build names every model that wrote something in place of the chosen one."""
        if self.client.stand_ins:
            names = ", ".join([chosen, *sorted(self.client.stand_ins)])
            Build.objects.filter(pk=self.build.pk).update(model=names[:LONGEST_NAMES])

    def describe(self, graph: Graph, corpus: UnitCorpus, model: BudgetedModel) -> None:
        """Has long descriptions of one thing joined by the model."""

        def documents(units: list[int]) -> list[int]:
            return sorted({corpus.units[unit].document_id for unit in units})

        asked = list(merge_descriptions.description_requests(graph, documents, model))
        if asked:
            requests = [request for _, request in asked]
            merge_descriptions.apply_merged_descriptions(asked, async_to_sync(self.client.ask)("describe", requests))
            self.used += [request.key for request in requests]

    def partition(self, graph: Graph) -> Partition:
        """The communities of the build in use brought up to date, or new ones where those have drifted too far."""
        size, current = self.index.max_cluster_size, self.index.current
        if current is not None and self.may_keep_communities_of(current):
            before = load_previous_communities.load_hierarchy(current)
            drift = current.drift + load_previous_communities.membership_drift(before, set(graph.entities))
            if drift < load_previous_communities.MOST_DRIFT:
                updated = update_communities.update_communities(before, graph.entities, graph.edges(), max_size=size)
                return Partition(updated, is_kept=True, drift=drift)
        return Partition(leiden.detect_communities(graph.entities, graph.edges(), max_size=size))

    def may_keep_communities_of(self, before: Build) -> bool:
        if self.build_options.rebuild_communities or before.method != self.build.method:
            return False
        return not inputs_differ(before.made_with, self.build.made_with, DECIDES_COMMUNITIES)

    async def embed(self, graph: Graph) -> None:
        """Makes the vectors of entities that have none yet."""
        row = await sync_to_async(embedding_model_of_names)(self.index)
        model = build_embedder(row, ledger=self.ledger, deadline=settings.BATCH_DEADLINE)
        await entity_vectors.embed_texts(self.client, row, model, entity_vectors.texts_by_hash(graph))
