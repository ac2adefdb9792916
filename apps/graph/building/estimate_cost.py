"""The estimated cost of a build: text units are counted, the size of the graph is estimated from noun phrases."""

import itertools
import math
from collections.abc import Mapping
from typing import Any

from apps.graph.communities import leiden, model_report
from apps.graph.extraction import cooccurrence, extraction_requests, merge_records
from apps.graph.extraction.text_units import UnitCorpus, read_units
from apps.graph.model_calls import reply_cache
from apps.graph.model_calls.build_models import BuildModels, build_models, is_served
from apps.graph.model_calls.build_prompts import BuildPrompts, load_prompts
from apps.graph.models import GraphIndex, Method, Reply
from apps.llm.call_ledger import Ledger
from apps.text.estimate_tokens import estimate_tokens
from apps.text.noun_phrases import language_of

MOST_SAMPLED = 2_000
"""Pieces that are looked at; more are scaled up."""
PROMPT_TOKENS, REPLY_TOKENS, REPORT_INPUT, REPORT_TOKENS = 60, 700, 1_200, 500
"""Tokens beside the wording: of a gleaning, of a reply with records, of a small community, of its report."""
SECONDS_A_CALL = 3.0
"""As long as no call of this purpose is in the ledger."""


def estimate(index: GraphIndex, method: str = "") -> dict[str, object]:
    """Calls, tokens, cost and minutes of a build as the settings are now, without what is answered already.

    No call. `cost` is None where the model has no price.
    """
    method = method or index.method or (Method.MODEL if is_served() else Method.NOUN_PHRASES)
    corpus = read_units(index.collection_id, chunk_tokens=index.chunk_tokens, overlap=index.chunk_overlap)
    shown: dict[str, Any] = {
        "collection": index.collection.slug,
        "method": method,
        "documents": len(corpus.covered),
        "chunks": len(corpus.units),
        "source_tokens": corpus.tokens,
    }
    if method == Method.NOUN_PHRASES:
        return shown | {"model_calls": 0, "model_calls_by_purpose": {}, "tokens": 0, "cost": 0.0, "minutes": 0.0}
    return shown | by_model(index, corpus)


def by_model(index: GraphIndex, corpus: UnitCorpus) -> dict[str, object]:
    words = load_prompts(corpus.language, index.entity_types, with_claims=index.claims)
    models = build_models(words, Ledger())
    keys = {extraction_requests.first_key(piece, words, models.extract): piece for piece in corpus.units}
    known = reply_cache.cached_replies(index.pk, list(keys))
    left = [piece for key, piece in keys.items() if key not in known]
    rounds = 1 + index.gleanings
    reports = reports_left(index, communities_of(corpus, index.max_cluster_size), len(left) / max(1, len(keys)))
    text = sum(piece.tokens for piece in left)
    tokens = {
        "extract": ((text + len(left) * prompt_tokens(words)) * rounds, len(left) * REPLY_TOKENS),
        "report": (reports * REPORT_INPUT, reports * REPORT_TOKENS),
    }
    calls = {"extract": len(left) * rounds, "report": reports}
    total = sum(calls.values())
    return {
        "model_calls": total,
        "model_calls_by_purpose": calls,
        "tokens": sum(taken + written for taken, written in tokens.values()),
        "cost": cost(tokens, models),
        "minutes": round(total * SECONDS_A_CALL / models.concurrency / 60, 1),
        "model": models.extract.name,
    }


def reports_left(index: GraphIndex, communities: int, share_left: float) -> int:
    """Reports still to write: the communities times the share of new texts, and those an unfinished build left open."""
    current = index.current
    if current is not None and current.method == Method.MODEL:
        return math.ceil(communities * share_left)
    known = Reply.objects.filter(index=index, purpose=model_report.PURPOSE).count()
    return max(math.ceil(communities * share_left), communities - known)


def cost(tokens: Mapping[str, tuple[int, int]], models: BuildModels) -> float | None:
    """Each purpose by the dearest of its own models."""
    if any(models.tariffs[purpose].unpriced for purpose in tokens):
        return None
    return round(float(sum(models.tariffs[purpose].price(*each) for purpose, each in tokens.items())), 4)


def prompt_tokens(words: BuildPrompts) -> int:
    return estimate_tokens(words.extract.system) + PROMPT_TOKENS


def communities_of(corpus: UnitCorpus, max_size: int) -> int:
    """Communities that would need a report if the entities were the noun phrases of the texts."""
    step = max(1, -(-len(corpus.units) // MOST_SAMPLED))
    sample = list(itertools.islice(corpus.units, 0, None, step))
    pieces = [cooccurrence.read_unit(piece.text, language_of(piece.text)) for piece in sample]
    graph = merge_records.merge_records(cooccurrence.unfiltered_records(pieces))
    hierarchy = leiden.detect_communities(graph.entities, graph.edges(), max_size=max_size)
    return step * sum(len(group.members) > 1 for group in hierarchy.groups)
