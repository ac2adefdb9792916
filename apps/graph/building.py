"""Building a graph: the whole flow, from pages to the switch.

    read -> extract -> assemble -> describe -> divide -> report | embed -> store and switch

Nothing of a build is in the tables of the graph before its last transaction; what is kept meanwhile are the replies of
models (replies.py) and vectors. So a build may be stopped at any moment and started again: it pays no call twice.
"""

import asyncio
import time
from dataclasses import dataclass
from decimal import Decimal

from asgiref.sync import async_to_sync, sync_to_async
from django.conf import settings
from django.utils import timezone

from apps.graph import assembling, communities, cooccurrence, describing, extracting, former, keeping, storing, vectors
from apps.graph.asking import OUT_OF_TIME as OUT_OF_TIME
from apps.graph.asking import Asker, BuildStopped, Progress
from apps.graph.assembling import Graph
from apps.graph.budget import Budget
from apps.graph.communities import Hierarchy
from apps.graph.locking import lock
from apps.graph.models import Build, GraphIndex, MergeSuggestion, Method
from apps.graph.reading import Reading, read
from apps.graph.records import Records
from apps.graph.reports import ReportWriter, extractive_reports
from apps.graph.serving import BuildModels, build_models, is_served
from apps.graph.storing import Outdated, Result
from apps.graph.wording import Wording, wording
from apps.llm.ledger import Ledger
from apps.llm.offline.phrases import language_of
from apps.llm.registry import embedder, embedding_model_row

ATTEMPTS = 5
"""Times a build begins again because documents changed under it."""
MOST_PROBLEMS = 100


class AlreadyBuilding(Exception):  # noqa: N818 - it is an answer to the person who started the second one
    """Another process builds this graph."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What this run is asked for beyond the settings of the graph."""

    method: str = ""
    most_calls: int | None = None
    most_cost: Decimal | None = None
    divides_anew: bool = False
    seconds: float | None = None
    """After so long no call is begun any more."""


def silent(phase: str, done: int, total: int) -> None:
    """Progress that nobody watches."""


def build(index: GraphIndex, wish: Wish = Wish(), progress: Progress = silent) -> Build:
    """Brings the graph up to date; gives the build, complete or not. Sync; enters the event loop for calls.

    Calls models, reads and writes the database. Raises AlreadyBuilding, DatabaseError.
    """
    with lock(index.pk) as is_ours:
        if not is_ours:
            raise AlreadyBuilding(f"The graph of '{index.collection.slug}' is being built already.")
        run = begun(index, wish)
        started = time.monotonic()
        work = Work(index, run, wish, progress)
        work.asker.until = None if wish.seconds is None else started + wish.seconds
        state, reason = Build.State.INCOMPLETE, "interrupted"
        try:
            work.run()
            state, reason = Build.State.COMPLETE, ""
        except BuildStopped as stopped:
            reason = str(stopped)[:300]
        finally:
            # Also after a stop from outside: what is stored stays, and the row must not look alive.
            Build.objects.filter(pk=run.pk).update(
                state=state,
                reason=reason,
                seconds=round(run.seconds + time.monotonic() - started, 3),
                problems=work.problems[:MOST_PROBLEMS],
                active_at=timezone.now(),
            )
        run.refresh_from_db()
        return run


def begun(index: GraphIndex, wish: Wish) -> Build:
    """The build that was not finished, or a new one."""
    method = wish.method or index.method or (Method.MODEL if is_served() else Method.NOUN_PHRASES)
    run = Build.objects.filter(index=index).exclude(state=Build.State.COMPLETE).order_by("-pk").first()
    if run is None:
        return Build.objects.create(index=index, method=method)
    run.state, run.reason, run.method = Build.State.RUNNING, "", method
    run.save()
    return run


class Work:
    """One run: a method for each step of the flow."""

    def __init__(self, index: GraphIndex, run: Build, wish: Wish, progress: Progress) -> None:
        self.index, self.build, self.wish = index, run, wish
        self.watcher, self.shown_at = progress, 0.0
        self.ledger = Ledger()
        self.problems: list[dict[str, str]] = []
        self.used: list[str] = []
        self.asker = Asker(run, self.ledger, Budget(), 1, self.progress, self.problems)

    def run(self) -> None:
        """Raises BuildStopped, DatabaseError."""
        for _ in range(ATTEMPTS):
            self.used.clear()
            self.problems.clear()
            try:
                storing.store(self.index, self.build, self.result())
                self.build.phase, self.build.done, self.build.total = "", 0, 0
            except Outdated:
                continue
            finally:
                self.asker.save_costs()
            return
        raise BuildStopped("The documents keep changing; build again when the import has ended.")

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
        pieces = []
        for number, piece in enumerate(reading.pieces, start=1):
            pieces.append(cooccurrence.read_piece(piece.text, language_of(piece.text)))
            self.progress("extract", number, len(reading.pieces))
        graph = assembling.assemble(cooccurrence.records(pieces), self.same())
        hierarchy, keeps, drift = self.divided(graph)
        async_to_sync(self.embed)(graph)
        told = extractive_reports(graph, hierarchy, reading)
        return Result(reading, graph, hierarchy, told, [], keeps, drift)

    def by_model(self, reading: Reading) -> Result:
        index = self.index
        words = wording(reading.language, index.entity_types, with_claims=index.claims)
        models = build_models(words, self.ledger)
        self.ready(models)
        records = self.extract(reading, words, models)
        graph = assembling.assemble(records, self.same())
        self.describe(graph, reading, words, models)
        hierarchy, keeps, drift = self.divided(graph)
        writer = ReportWriter(
            graph, hierarchy, reading, words=words, models=models, asker=self.asker, budget_tokens=index.report_tokens
        )
        async_to_sync(self.write_and_embed)(writer, graph)
        self.used += writer.keys
        return Result(reading, graph, hierarchy, writer.told, list(self.used), keeps, drift)

    def ready(self, models: BuildModels) -> None:
        """The way to the models, with what an earlier attempt at this build has spent already."""
        Build.objects.filter(pk=self.build.pk).update(model=models.extract.name)
        if self.asker.concurrency == models.concurrency:
            return
        most_calls, most_cost = self.wish.most_calls, self.wish.most_cost
        self.asker.concurrency = models.concurrency
        self.asker.budget = Budget(
            self.index.budget_calls if most_calls is None else most_calls,
            self.index.budget_cost if most_cost is None else most_cost,
            models.tariffs,
            calls=sum(number for purpose, number in self.build.calls.items() if purpose != "embed"),
            cost=self.build.cost,
        )

    def extract(self, reading: Reading, words: Wording, models: BuildModels) -> list[Records]:
        """Round by round, each reply kept by itself."""
        model, budget, pieces = models.extract, self.asker.budget, reading.pieces
        said: dict[str, list[str]] = {piece.text_hash: [] for piece in pieces}
        keys = {extracting.key(piece, words, model): piece.text_hash for piece in pieces}
        asked = list(extracting.first_round(pieces, words, model, budget))
        for round_number in range(1 + self.index.gleanings):
            replies = async_to_sync(self.asker.ask)("extract", asked)
            self.used += [question.key for question in asked]
            for question in asked:
                if isinstance(reply := replies.get(question.key), str):
                    said[keys[question.key]].append(reply)
            if round_number < self.index.gleanings:
                asked = list(extracting.next_round(pieces, said, words, model, budget))
                keys = {
                    extracting.later_key(
                        extracting.key(piece, words, model), words, said[piece.text_hash]
                    ): piece.text_hash
                    for piece in pieces
                }
        records = [extracting.found_in(said[piece.text_hash]) for piece in pieces]
        for piece, found in zip(pieces, records, strict=True):
            if found.malformed:
                self.problems.append(
                    {"what": extracting.about(piece), "reason": f"{found.malformed} malformed records"}
                )
            elif not found and any(map(extracting.is_unreadable, said[piece.text_hash])):
                self.problems.append({"what": extracting.about(piece), "reason": "unreadable"})
        return records

    def describe(self, graph: Graph, reading: Reading, words: Wording, models: BuildModels) -> None:
        def documents(units: list[int]) -> list[int]:
            return sorted({reading.pieces[unit].document_id for unit in units})

        asked = list(describing.questions(graph, documents, words, models.describe, self.asker.budget))
        if asked:
            questions = [question for _, question in asked]
            describing.apply(asked, async_to_sync(self.asker.ask)("describe", questions))
            self.used += [question.key for question in questions]

    def divided(self, graph: Graph) -> tuple[Hierarchy, bool, float]:
        """The communities, whether they are those of the build before, and how far they have drifted since."""
        size = self.index.max_cluster_size
        current = self.index.current
        if current is not None and current.method == self.build.method and not self.wish.divides_anew:
            before = former.hierarchy_of(current)
            drift = current.drift + former.drift(before, set(graph.entities))
            if drift < former.MOST_DRIFT:
                return keeping.kept(before, graph.entities, graph.edges(), max_size=size), True, drift
        return communities.divide(graph.entities, graph.edges(), max_size=size), False, 0.0

    async def write_and_embed(self, writer: ReportWriter, graph: Graph) -> None:
        tasks = [asyncio.ensure_future(writer.write()), asyncio.ensure_future(self.embed(graph))]
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()

    async def embed(self, graph: Graph) -> None:
        row = await sync_to_async(embedding_model_row)()
        texts = [vectors.text_of(draft.name, draft.description) for draft in graph.entities.values()]
        await vectors.embed(self.asker, row, embedder(row, ledger=self.ledger, deadline=settings.BATCH_DEADLINE), texts)

    def same(self) -> dict[str, str]:
        """What people said is one entity: the key that goes, and the one that stays."""
        accepted = MergeSuggestion.objects.filter(index=self.index, state=MergeSuggestion.State.ACCEPTED)
        return dict(accepted.values_list("other_key", "key"))
