"""graph-global: questions about the whole collection, answered from the reports of one level of its graph.

The reports are shuffled, read in batches side by side, each point gets a score from 0 to 100, zeros are dropped; the
best points go to the answer together with the pages that bear them out. Level and size of a batch are the profile's, so
that the conditions of the paper (C0 to C3, 8k to 64k) are profiles that one run compares.
"""

import time
from dataclasses import replace

from asgiref.sync import async_to_sync
from django.utils.translation import gettext_lazy as _

from apps.database.async_access import run_in_database
from apps.database.read_from_standby import read_from_standby
from apps.graph.querying.community_reports import CommunityReport, reports_of_level
from apps.graph.querying.readable_graphs import GraphInUse, load_graphs_in_use
from apps.graph.querying.report_batches import batch_entry_of_report, shuffle_into_batches
from apps.llm.call_ledger import Ledger
from apps.llm.models import Purpose
from apps.llm.offline import OfflineLanguageModel
from apps.llm.prompts_and_models_in_use import ModelAccess
from apps.retrieval.graph.dynamic_community_selection import select_reports
from apps.retrieval.graph.passages_of_text_units import pieces_on_pages
from apps.retrieval.graph.readable_reports import readable_reports
from apps.retrieval.graph.run_map_reduce import (
    PROMPT_OVERHEAD_TOKENS,
    BatchReader,
    load_batch_reader,
    read_batches,
    tokens_at_once,
)
from apps.retrieval.query.types import Algorithm, Query, RetrievalResult, SearchLimits, SearchStep
from apps.retrieval.vectors.explain_no_results import no_result_step


async def ask(query: Query, limits: SearchLimits, models: ModelAccess) -> RetrievalResult:
    """One call for each batch. Raises ModelError when none of them is answered."""
    return await retrieve_with_reader(query, limits, await run_in_database(load_batch_reader, models), models)


def retrieve(query: Query, limits: SearchLimits) -> RetrievalResult:
    """Retrieves with the built-in model as reader: no call."""
    reader = load_batch_reader(ModelAccess(Ledger()))
    return async_to_sync(retrieve_with_reader)(
        query, limits, replace(reader, model=OfflineLanguageModel(Purpose.MAP)), None
    )


async def retrieve_with_reader(
    query: Query, limits: SearchLimits, reader: BatchReader, models: ModelAccess | None
) -> RetrievalResult:
    started = time.perf_counter()
    tokens = tokens_at_once(limits, reader.model)
    graphs = await read_from_standby(query.position, load_graphs_in_use, query.collection_ids)
    if not graphs:
        return RetrievalResult([], [no_result_step("no_graph")])
    reports: list[CommunityReport] = []
    levels: list[int] = []
    selection: list[SearchStep] = []
    for graph in graphs:
        if graph.dynamic_selection and limits.graph_level is None and models is not None:
            chosen, step = await select_reports(graph, query, models)
            selection.append(step)
        else:
            levels.append(graph.level(tokens, limits.graph_level))
            chosen = await read_from_standby(query.position, readable_level_reports, graph, levels[-1], query)
        reports += chosen
    detail = {"levels": levels, "report_tokens": sum(report.tokens for report in reports), "tokens_at_once": tokens}
    step = SearchStep("reports", time.perf_counter() - started, len(reports), detail=detail)
    if not reports:
        return RetrievalResult([], [*selection, step, no_result_step("no_points")])
    read = shuffle_into_batches(map(batch_entry_of_report, reports), tokens - PROMPT_OVERHEAD_TOKENS)
    return await read_batches(read, query, reader, [*selection, step], pieces_on_pages, tokens)


def readable_level_reports(graph: GraphInUse, level: int, query: Query) -> list[CommunityReport]:
    return readable_reports(reports_of_level(graph.build_id, level), query, [graph.build_id])


ALGORITHM = Algorithm(
    "graph-global",
    _("Graph: the whole collection"),
    retrieve,
    needs_vector=lambda _question: False,
    asks=ask,
    answer_prompt="graph-reduce",
    answer_purpose="reduce",
)
