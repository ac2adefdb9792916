"""Estimates the cost of a build: calls, tokens, cost and minutes, out of a dry run."""

import math
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db.models import Avg, Count

from apps.graph.building.build_settings_and_merges import resolve_build_method
from apps.graph.building.dry_run import CallTotals, DryRun
from apps.graph.extraction.load_text_units import UnitCorpus, load_unit_corpus
from apps.graph.model_calls.models_of_a_build import BuildModels
from apps.graph.models import Build, GraphIndex, Method, Reply
from apps.llm.call_ledger import MILLION, prices_today
from apps.llm.models import EmbeddingModel, ModelCall
from apps.text.estimate_tokens import count_tokens, estimate_tokens

MOST_REHEARSED = 2_000
"""Pieces that are looked at; more are scaled up."""
SECONDS_A_CALL = 3.0
"""As long as no call of this purpose is in the ledger."""
ENOUGH_CALLS = 5
"""Calls of one purpose from which their repairs, length and time are taken."""
COUNTED = 5
"""Texts whose tokens are counted exactly."""
PURPOSES = ("extract", "summarise", "report")
"""Those of the language models; `embed` is counted beside them."""


class MeanCallCost(NamedTuple):
    """Means of one purpose in builds of this graph; None where there are too few."""

    repairs: float
    written: float | None
    seconds: float | None


def estimate_build_cost(index: GraphIndex, method: str = "") -> dict[str, object]:
    """Calls, tokens, cost and minutes of a build as the settings are now, without what is answered already.

    No call. `cost` is None where the model has no price. `model_calls` are those of language models; the calls
    that make vectors stand in `model_calls_by_purpose` as `embed`, and in tokens and cost.
    """
    method = resolve_build_method(index, method)
    corpus = load_unit_corpus(index.collection_id, chunk_tokens=index.chunk_tokens, overlap=index.chunk_overlap)
    shown: dict[str, Any] = {
        "collection": index.collection.slug,
        "method": method,
        "documents": len(corpus.covered),
        "chunks": len(corpus.units),
        "source_tokens": corpus.tokens,
    }
    if method == Method.NOUN_PHRASES:
        return shown | {"model_calls": 0, "model_calls_by_purpose": {}, "tokens": 0, "cost": 0.0, "minutes": 0.0}
    return shown | estimate_by_model(index, corpus)


def estimate_by_model(index: GraphIndex, corpus: UnitCorpus) -> dict[str, object]:
    step = max(1, -(-len(corpus.units) // MOST_REHEARSED))
    rehearsal = DryRun(index)
    rehearsal.rehearse(UnitCorpus(corpus.covered, corpus.units[::step]))
    past = {purpose: past_call_means(index, purpose) for purpose in PURPOSES}
    real, graph = rehearsal.real, rehearsal.graph
    tally = scale_tally(rehearsal.tally, step, past, exact_share(corpus))
    calls = {purpose: tally.calls[purpose] for purpose in (*PURPOSES, "embed")}
    total = sum(calls[purpose] for purpose in PURPOSES)
    seconds = sum(calls[purpose] * (past[purpose].seconds or SECONDS_A_CALL) for purpose in PURPOSES)
    return {
        "model_calls": total,
        "model_calls_by_purpose": calls,
        "repairs": total - step * sum(rehearsal.tally.calls[purpose] for purpose in PURPOSES),
        "entities": step * len(graph.entities),
        "relationships": step * len(graph.relations),
        "known_texts": rehearsal.known_texts,
        "tokens": tally.read.total() + tally.written.total(),
        "cost": total_cost(tally, real, rehearsal.embeds),
        "minutes": round(seconds / real.concurrency / 60, 1),
        "model": real.extract.name,
    }


def scale_tally(tally: CallTotals, step: int, past: Mapping[str, MeanCallCost], exact: float) -> CallTotals:
    """The tally for all texts: with repairs, and replies as long as those of the past where there are enough."""
    found = CallTotals()
    for purpose, number in tally.calls.items():
        before = past.get(purpose, MeanCallCost(0.0, None, None))
        share = step * (1 + before.repairs)
        calls = math.ceil(number * share)
        usual = tally.written[purpose] * share * exact
        written = usual if before.written is None else calls * before.written
        found.add(purpose, round(tally.read[purpose] * share * exact), round(written), calls)
    return found


def exact_share(corpus: UnitCorpus) -> float:
    """Exact tokens over the upper estimate, which is for budgets and too high for a forecast; of a few of the texts."""
    texts = [piece.text for piece in corpus.units[:: -(-len(corpus.units) // COUNTED)]] if corpus.units else []
    upper = sum(map(estimate_tokens, texts))
    return sum(map(count_tokens, texts)) / upper if upper else 1.0


def past_call_means(index: GraphIndex, purpose: str) -> MeanCallCost:
    """What builds of this graph have shown. Two queries."""
    kept = Reply.objects.filter(index=index, purpose=purpose).aggregate(calls=Avg("calls"), number=Count("pk"))
    builds = [f"graph:{pk}" for pk in Build.objects.filter(index=index).values_list("pk", flat=True)]
    made = ModelCall.objects.filter(reference__in=builds, purpose=purpose, outcome="ok")
    means = made.aggregate(written=Avg("output_tokens"), seconds=Avg("seconds"), number=Count("pk"))
    is_known = means["number"] >= ENOUGH_CALLS
    return MeanCallCost(
        repairs=kept["calls"] - 1 if kept["number"] >= ENOUGH_CALLS else 0.0,
        written=means["written"] if is_known else None,
        seconds=means["seconds"] if is_known else None,
    )


def total_cost(tally: CallTotals, models: BuildModels, embeds: EmbeddingModel) -> float | None:
    """Each purpose by the dearest of its own models, vectors by the price of theirs."""
    asked = [purpose for purpose in PURPOSES if tally.calls[purpose]]
    if any(models.tariffs[purpose].unpriced for purpose in asked):
        return None
    total = sum(models.tariffs[purpose].price(tally.read[purpose], tally.written[purpose]) for purpose in asked)
    if embeds.endpoint is not None and tally.calls["embed"]:
        rates = prices_today({embeds.name}).get(embeds.name)
        if rates is None:
            return None
        total += tally.read["embed"] * rates[0] / MILLION
    return round(float(total), 4)
