"""The context of a DRIFT search: reports of the communities nearest to a vector, and text about a question."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import ceil

from psycopg.sql import SQL, Literal

from apps.graph.querying.community_reports import CommunityReport, reports_of_entities
from apps.graph.querying.entity_neighbourhood import ChosenEntity
from apps.graph.querying.readable_graphs import GraphInUse
from apps.graph.querying.report_batches import TOKENS_OF_A_NUMBER, BatchEntry, ReportBatch, batch_entry_of_report
from apps.retrieval.graph.fact_access_conditions import readable_units
from apps.retrieval.graph.nearest_entities import nearest_entities
from apps.retrieval.graph.passages_of_text_units import PieceOnPage, pieces_on_pages
from apps.retrieval.graph.readable_reports import readable_reports
from apps.retrieval.query.access_conditions import access_parameters
from apps.retrieval.query.execute_search_sql import fetch_search_rows
from apps.retrieval.query.types import Query
from apps.text.estimate_tokens import estimate_tokens

FOLDS, MOST_REPORTS = 5, 20
ENTITIES_OF_REPORTS = 60
"""Entities by whose vectors reports are chosen: reports have none of their own."""
TEXT_SHARE = 0.9
"""Of what is read for a follow-up question; reports have the rest."""
MOST_UNITS = 40

UNITS = SQL(
    """
SELECT mention.unit_id
FROM unnest(%(entities)s::bigint[], %(similarities)s::float8[]) AS chosen(id, similarity)
JOIN graph_mention AS mention ON mention.entity_id = chosen.id {readable}
GROUP BY mention.unit_id ORDER BY sum(chosen.similarity) DESC, mention.unit_id LIMIT {most}"""
)


def nearest_reports(query: Query, graphs: Sequence[GraphInUse]) -> list[CommunityReport]:
    """Up to twenty that this reader may see, nearest first. Four queries, two more where documents are left out."""
    return reports_around_entities(query, graphs, nearest_entities(query, graphs, ENTITIES_OF_REPORTS))


def reports_around_entities(
    query: Query, graphs: Sequence[GraphInUse], entities: Sequence[ChosenEntity]
) -> list[CommunityReport]:
    found = reports_of_entities({each.entity_id: max(each.similarity, 0.0) for each in entities}, MOST_REPORTS)
    return readable_reports(found, query, [graph.build_id for graph in graphs])


def deal_report_batches(reports: Sequence[CommunityReport], tokens: int) -> list[ReportBatch]:
    """Deals at most FOLDS batches of that many tokens, four reports in each: near and less near side by side."""
    number = ceil(len(reports) / (MOST_REPORTS // FOLDS))
    dealt = [
        entries_within_budget(map(batch_entry_of_report, reports[place::number]), tokens) for place in range(number)
    ]
    return [ReportBatch(tuple(entries)) for entries in dealt if entries]


def build_local_batch(query: Query, graphs: Sequence[GraphInUse], vector: Sequence[float], tokens: int) -> ReportBatch:
    """Pieces of text about the entities nearest to the vector, best first, and reports around them. Six queries."""
    query = replace(query, vector=vector)
    entities = nearest_entities(query, graphs)
    pieces = entries_within_budget(map(batch_entry_of_piece, pieces_about(query, entities)), round(tokens * TEXT_SHARE))
    room = round(tokens * (1 - TEXT_SHARE))
    reports = entries_within_budget(map(batch_entry_of_report, reports_around_entities(query, graphs, entities)), room)
    return ReportBatch((*pieces, *reports))


def pieces_about(query: Query, entities: Sequence[ChosenEntity]) -> list[PieceOnPage]:
    values = access_parameters(query) | {
        "entities": [each.entity_id for each in entities],
        "similarities": [max(each.similarity, 0.0) for each in entities],
    }
    statement = UNITS.format(readable=readable_units(query, "mention"), most=Literal(MOST_UNITS))
    units = [row[0] for row in fetch_search_rows(statement, values)]
    known = pieces_on_pages(units, query)
    return [known[unit] for unit in units if unit in known]


def batch_entry_of_piece(piece: PieceOnPage) -> BatchEntry:
    tokens = estimate_tokens(piece.text) + estimate_tokens(piece.place) + 2 * TOKENS_OF_A_NUMBER
    return BatchEntry(piece.place, ((piece.text, (piece.unit_id,)),), tokens)


def entries_within_budget(entries: Iterable[BatchEntry], tokens: int) -> list[BatchEntry]:
    """Entries from the first on, as long as there is room; what is too long by itself is left out."""
    kept: list[BatchEntry] = []
    for entry in entries:
        if entry.tokens <= tokens:
            kept.append(entry)
            tokens -= entry.tokens
    return kept
