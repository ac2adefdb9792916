"""Runs map and reduce: a model reads batches concurrently; its key points lead to the pages that prove them."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.conf import settings

from apps.database.read_from_standby import read_from_standby
from apps.database.settings_cache import use_settings_cache
from apps.graph.querying.report_batches import KeyPoint, ReportBatch, parse_key_points, rank_points
from apps.llm.errors import ModelError
from apps.llm.models import Purpose
from apps.llm.prompt_definitions.graph import POINTS_SCHEMA
from apps.llm.prompts.fill_published_prompt import PublishedPrompt
from apps.llm.prompts_and_models_in_use import ModelAccess
from apps.llm.types import LanguageModel
from apps.retrieval.graph.passages_of_text_units import PieceOnPage, passages_within_budget
from apps.retrieval.query.types import Passage, Query, RetrievalResult, SearchLimits, SearchStep
from apps.retrieval.vectors.explain_no_results import no_result_step
from apps.text.estimate_tokens import estimate_tokens

NOTES_SHARE = 0.5
"""Of the answer's tokens; the pages have the rest."""
MOST_PAGES_OF_A_POINT = 3
PROMPT_OVERHEAD_TOKENS = 400
"""Tokens of the batch that wording and question take."""
WINDOW_SHARE = 0.75
"""Of what a model reads and writes together; the rest is for its reply and for estimates that were too low."""

T = TypeVar("T")
PiecesOf = Callable[[Iterable[int], Query], Mapping[int, PieceOnPage]]


@dataclass(frozen=True, slots=True)
class ReadBatch:
    """The points of one batch; `by_stand_in` when another model than the chosen one read it."""

    points: Sequence[KeyPoint]
    by_stand_in: bool


@dataclass(frozen=True, slots=True)
class BatchReader:
    """The model that reads, with its prompt in force."""

    model: LanguageModel
    prompt: PublishedPrompt

    async def read(self, batch: ReportBatch, question: str) -> ReadBatch:
        messages = self.prompt.messages(text=batch.text, question=question)
        completion = await self.model.complete(messages, schema=POINTS_SCHEMA)
        return ReadBatch(parse_key_points(batch, completion.data), completion.stand_in is not None)


def load_batch_reader(models: ModelAccess) -> BatchReader:
    """One query, two more when settings have changed."""
    with use_settings_cache():
        prompt = models.prompt("graph-map")
        return BatchReader(models.language_model(Purpose.MAP, prompt, deadline=float(settings.CHAT_DEADLINE)), prompt)


def tokens_at_once(limits: SearchLimits, model: LanguageModel) -> int:
    """What the profile says (8,000 is the size the paper found best), as far as the model can read so much."""
    return min(limits.graph_tokens, round(WINDOW_SHARE * model.context_window))


async def read_batches(
    batches: Sequence[ReportBatch],
    query: Query,
    reader: BatchReader,
    steps: Sequence[SearchStep],
    pieces: PiecesOf,
    tokens: int,
) -> RetrievalResult:
    """Points out of all batches, zeros dropped; the best of them with their pages. Raises ModelError if all fail."""
    started = time.perf_counter()
    results, lost = await gather_calls([reader.read(batch, query.text) for batch in batches])
    points = rank_points(point for result in results for point in result.points)
    detail = batch_counts(len(batches), lost, sum(result.by_stand_in for result in results))
    mapped = SearchStep("map", time.perf_counter() - started, len(points), detail=detail)
    return await result_from_points(points, query, [*steps, mapped], pieces, tokens)


def batch_counts(batches: int, lost: int, stood_in: int) -> dict[str, int]:
    """The detail of a step that reads batches: how many were not read, and how many another model read."""
    return {"batches": batches, "lost": lost} | ({"stood_in": stood_in} if stood_in else {})


async def gather_calls(calls: Sequence[Awaitable[T]]) -> tuple[list[T], int]:
    """The results of calls made side by side and the number of those that failed. Raises ModelError if all fail."""
    results = await asyncio.gather(*calls, return_exceptions=True)
    lost = [result for result in results if isinstance(result, ModelError)]
    for result in results:
        if isinstance(result, BaseException) and not isinstance(result, ModelError):
            raise result
    if lost and len(lost) == len(results):
        raise lost[0]
    return [result for result in results if not isinstance(result, BaseException)], len(lost)


async def result_from_points(
    points: Sequence[KeyPoint], query: Query, steps: Sequence[SearchStep], pieces: PiecesOf, tokens: int
) -> RetrievalResult:
    """The best points with the pages behind them within so many tokens, or the word that there are none. One query."""
    if not points:
        return RetrievalResult([], [*steps, no_result_step("no_points")])
    started = time.perf_counter()
    found = await read_from_standby(query.position, reduce_points, points, query, pieces, tokens)
    pages = SearchStep("pages", time.perf_counter() - started, len(found.passages))
    if not found.passages:
        return RetrievalResult([], [*steps, pages, no_result_step("no_points")])
    return RetrievalResult(found.passages, [*steps, pages], found.notes)


def reduce_points(points: Sequence[KeyPoint], query: Query, pieces: PiecesOf, tokens: int) -> RetrievalResult:
    """The best points within the budget, and excerpts of the pages behind them. One query."""
    kept = points_within_budget(points, round(tokens * NOTES_SHARE))
    known = pieces((source for point in kept for source in point.sources), query)
    notes: list[str] = []
    turns: list[list[Passage]] = []
    for point in kept:
        # A point whose pages this reader may not see is not told to them either.
        own = [known[source] for source in point.sources if source in known][:MOST_PAGES_OF_A_POINT]
        if own:
            notes.append(point_note(point, own))
            turns.append([piece.passage(point.text, point.score / 100) for piece in own])
    # Every point's first page before any point's second one.
    order = [turn[place] for place in range(MOST_PAGES_OF_A_POINT) for turn in turns if place < len(turn)]
    return RetrievalResult(passages_within_budget(order, round(tokens * (1 - NOTES_SHARE))), notes="\n".join(notes))


def point_note(point: KeyPoint, pieces: Sequence[PieceOnPage]) -> str:
    places = "; ".join(dict.fromkeys(piece.place for piece in pieces))
    return f"- ({point.score:.0f}) {point.text} [{places}]".replace("[", "(").replace("]", ")")


def points_within_budget(points: Sequence[KeyPoint], budget: int) -> list[KeyPoint]:
    kept: list[KeyPoint] = []
    for point in points:
        budget -= estimate_tokens(point.text)
        if budget < 0 and kept:
            break
        kept.append(point)
    return kept
