"""graph-drift: from reports to details, as DRIFT search of GraphRAG does, for questions about a thing and its context.

A made-up report that would answer the question leads to the reports nearest to it; what they contribute is collected
with questions to go on with. Each of these is searched for among the pages, in rounds; all that was contributed goes
to the answer with the pages behind it. At most 1 + 5 + 3 * 20 calls, and one for the answer: 67.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from asgiref.sync import async_to_sync
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from apps.database.async_access import run_in_database
from apps.database.read_from_standby import read_from_standby
from apps.graph.querying.readable_graphs import GraphInUse, load_graphs_in_use
from apps.graph.querying.report_batches import KeyPoint, rank_points
from apps.llm.call_ledger import Ledger
from apps.llm.errors import ModelError
from apps.llm.models import Purpose
from apps.llm.offline import OfflineLanguageModel
from apps.llm.prompts_and_models_in_use import ModelAccess
from apps.retrieval.graph.drift_context import build_local_batch, deal_report_batches, nearest_reports
from apps.retrieval.graph.drift_replies import DriftReader, DriftReply, FollowUpQueue, load_drift_reader
from apps.retrieval.graph.passages_of_text_units import pieces_on_pages
from apps.retrieval.graph.run_map_reduce import (
    PROMPT_OVERHEAD_TOKENS,
    batch_counts,
    gather_calls,
    result_from_points,
    tokens_at_once,
)
from apps.retrieval.query.types import Algorithm, Query, RetrievalResult, SearchLimits, SearchStep
from apps.retrieval.vectors.explain_no_results import no_result_step

ROUNDS, FOLLOW_UPS = 3, 20
TIME_SHARE = 0.5
"""Of the seconds an answer may take; after them no further round begins."""


async def ask(query: Query, limits: SearchLimits, models: ModelAccess) -> RetrievalResult:
    """Up to 66 calls of a language model. Raises ModelError when no report could be read."""
    reader = await run_in_database(load_drift_reader, models, query.embedding_model_id)
    return await retrieve_with_reader(query, limits, reader)


def retrieve(query: Query, limits: SearchLimits) -> RetrievalResult:
    """Retrieves with the built-in model as reader, which asks nothing further: no call."""
    reader = load_drift_reader(ModelAccess(Ledger()), query.embedding_model_id)
    built_in = OfflineLanguageModel(Purpose.MAP)
    return async_to_sync(retrieve_with_reader)(
        query, limits, replace(reader, writer=built_in, model=built_in, embedder=None)
    )


async def retrieve_with_reader(query: Query, limits: SearchLimits, reader: DriftReader) -> RetrievalResult:
    graphs = await read_from_standby(query.position, load_graphs_in_use, query.collection_ids)
    if not graphs:
        return RetrievalResult([], [no_result_step("no_graph")])
    return await DriftSearch(query, reader, graphs, tokens_at_once(limits, reader.model)).run()


@dataclass(slots=True)
class DriftSearch:
    """One question on its way from reports to pages."""

    query: Query
    reader: DriftReader
    graphs: Sequence[GraphInUse]
    tokens: int
    """Read at once, and given to the answer."""
    started: float = field(default_factory=time.perf_counter)
    queue: FollowUpQueue = field(default_factory=FollowUpQueue)
    points: list[KeyPoint] = field(default_factory=list)
    steps: list[SearchStep] = field(default_factory=list)

    async def run(self) -> RetrievalResult:
        # The question itself is looked for among the pages before all others.
        self.queue.add([self.query.text], 100.0)
        if not await self.read_reports():
            return RetrievalResult([], [*self.steps, no_result_step("no_entity")])
        for _round in range(ROUNDS):
            questions = self.queue.take(FOLLOW_UPS)
            if not questions or self.is_late():
                break
            await self.follow(questions)
        return await result_from_points(rank_points(self.points), self.query, self.steps, pieces_on_pages, self.tokens)

    async def read_reports(self) -> bool:
        """The primer. False when no report is near. Raises ModelError when none of them could be read."""
        began = time.perf_counter()
        reports = await read_from_standby(self.query.position, nearest_reports, self.query, self.graphs)
        if reports:
            example = "\n".join([reports[0].title, reports[0].summary])
            vector = await self.reader.vector_of_likely_report(self.query.text, example)
            if vector is not None:
                nearer = replace(self.query, vector=vector)
                reports = await read_from_standby(self.query.position, nearest_reports, nearer, self.graphs) or reports
        read = deal_report_batches(reports, self.tokens - PROMPT_OVERHEAD_TOKENS)
        replies, lost = await gather_calls([self.reader.read(fold, self.query.text) for fold in read])
        self.keep(replies)
        detail = batch_counts(len(read), lost, sum(reply.by_stand_in for reply in replies))
        self.steps.append(SearchStep("primer", time.perf_counter() - began, len(reports), detail=detail))
        return bool(read)

    async def follow(self, questions: Sequence[str]) -> None:
        """One round of local searches, side by side. What fails is counted and left out."""
        began = time.perf_counter()
        lost = len(questions)
        replies: list[DriftReply] = []
        try:
            vectors = await self.vectors_of(questions)
            replies, lost = await gather_calls(
                [self.search_pages(*pair) for pair in zip(questions, vectors, strict=True)]
            )
        except ModelError:
            pass
        self.keep(replies)
        detail = batch_counts(len(questions), lost, sum(reply.by_stand_in for reply in replies))
        self.steps.append(SearchStep("follow_ups", time.perf_counter() - began, len(replies), detail=detail))

    async def vectors_of(self, questions: Sequence[str]) -> Sequence[Sequence[float]]:
        if list(questions) == [self.query.text] or self.reader.embedder is None:
            return [self.query.vector for _question in questions]
        return await self.reader.embedder.embed(list(questions))

    async def search_pages(self, question: str, vector: Sequence[float]) -> DriftReply:
        batch = await read_from_standby(
            self.query.position,
            build_local_batch,
            self.query,
            self.graphs,
            vector,
            self.tokens - PROMPT_OVERHEAD_TOKENS,
        )
        if not batch.entries:
            return DriftReply([], [])
        asked = question if question == self.query.text else f"{question}\n{self.query.text}"
        return await self.reader.read(batch, asked)

    def keep(self, replies: Sequence[DriftReply]) -> None:
        for reply in replies:
            self.points += reply.points
            self.queue.add(reply.follow_ups, reply.score)

    def is_late(self) -> bool:
        return time.perf_counter() - self.started > TIME_SHARE * settings.CHAT_DEADLINE


ALGORITHM = Algorithm(
    "graph-drift",
    _("Graph: from the reports to the details"),
    retrieve,
    asks=ask,
    answer_prompt="graph-reduce",
    answer_purpose="reduce",
    searches_graph=True,
)
