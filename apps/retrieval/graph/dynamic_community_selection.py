"""Dynamic community selection: reports are rated from the root downwards, below relevant communities only.

Titles and summaries are rated from 0 to 5, many with one call. A relevant report gives way to its relevant parts.
"""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from apps.database.async_access import run_in_database
from apps.database.read_from_standby import read_from_standby
from apps.graph.extraction.parse_records import first_number
from apps.graph.querying.community_reports import CommunityReport, reports_of_level, reports_of_parts
from apps.graph.querying.readable_graphs import GraphInUse
from apps.llm.errors import ModelError
from apps.llm.models import Purpose
from apps.llm.prompt_definitions.graph import RATINGS_SCHEMA
from apps.llm.prompts.fill_published_prompt import PublishedPrompt
from apps.llm.prompts_and_models_in_use import ModelAccess
from apps.llm.types import LanguageModel
from apps.retrieval.graph.readable_reports import readable_reports
from apps.retrieval.query.types import Query, SearchStep

RELEVANT = 1.0
DEEPEST = 2
RATED_TOGETHER = 40
UNREADABLE = 1.0
"""The rating of what a reply does not mention, or when it cannot be read: nothing is lost by a bad reply."""


@dataclass(frozen=True, slots=True)
class ReportRater:
    model: LanguageModel
    prompt: PublishedPrompt

    async def ratings(self, reports: Sequence[CommunityReport], question: str) -> dict[int, float]:
        """Ratings by community id, `RATED_TOGETHER` reports per call. Raises ModelError."""
        parts = [reports[start : start + RATED_TOGETHER] for start in range(0, len(reports), RATED_TOGETHER)]
        found = await asyncio.gather(*(self.rate(part, question) for part in parts))
        return {community: rating for ratings in found for community, rating in ratings.items()}

    async def rate(self, reports: Sequence[CommunityReport], question: str) -> dict[int, float]:
        text = "\n".join(f"[{place}] {each.title}: {each.summary}" for place, each in enumerate(reports, start=1))
        try:
            completion = await self.model.complete(
                self.prompt.messages(text=text, question=question), schema=RATINGS_SCHEMA
            )
        except ModelError as error:
            if error.code != "garbage":
                raise
            return dict.fromkeys((each.community_id for each in reports), UNREADABLE)
        return ratings_by_community(reports, completion.data)


def ratings_by_community(reports: Sequence[CommunityReport], data: Mapping[str, Any]) -> dict[int, float]:
    """The ratings of a reply by community; numbers that name no report are ignored."""
    by_number = {
        first_number(str(each["number"])): first_number(str(each["rating"])) for each in data.get("ratings", ())
    }
    found: dict[int, float] = {}
    for place, each in enumerate(reports, start=1):
        rating = by_number.get(float(place))
        found[each.community_id] = UNREADABLE if rating is None else rating
    return found


def load_report_rater(models: ModelAccess) -> ReportRater:
    prompt = models.prompt("graph-rate")
    return ReportRater(models.language_model(Purpose.MAP, prompt, deadline=float(settings.CHAT_DEADLINE)), prompt)


async def select_reports(
    graph: GraphInUse, query: Query, models: ModelAccess
) -> tuple[list[CommunityReport], SearchStep]:
    """The relevant reports, as deep as they stay relevant. Raises ModelError."""
    started = time.perf_counter()
    rater = await run_in_database(load_report_rater, models)
    looked_at = await read_from_standby(query.position, root_reports, graph, query)
    chosen: dict[int, CommunityReport] = {}
    number_rated = 0
    for depth in range(DEEPEST + 1):
        ratings = await rater.ratings(looked_at, query.text)
        number_rated += len(looked_at)
        relevant = [each for each in looked_at if ratings[each.community_id] >= RELEVANT]
        for each in relevant:
            if each.parent_id is not None:
                chosen.pop(each.parent_id, None)
        chosen |= {each.community_id: each for each in relevant}
        ids = [each.community_id for each in relevant]
        looked_at = (
            await read_from_standby(query.position, reports_below, graph, ids, query) if ids and depth < DEEPEST else []
        )
        if not looked_at:
            break
    step = SearchStep("selection", time.perf_counter() - started, len(chosen), detail={"rated": number_rated})
    return list(chosen.values()), step


def root_reports(graph: GraphInUse, query: Query) -> list[CommunityReport]:
    return readable_reports(reports_of_level(graph.build_id, 0), query, [graph.build_id])


def reports_below(graph: GraphInUse, community_ids: Sequence[int], query: Query) -> list[CommunityReport]:
    return readable_reports(reports_of_parts(community_ids), query, [graph.build_id])
