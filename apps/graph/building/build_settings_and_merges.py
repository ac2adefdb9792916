"""The inputs of a build besides documents, stored with it: settings, and names that people merged."""

import hashlib
import json
from collections.abc import Iterable, Mapping

from apps.graph.model_calls.models_of_a_build import is_extraction_served
from apps.graph.models import GraphIndex, MergeSuggestion, Method, SuggestionState

SETTINGS = (
    "method", "language", "chunk_tokens", "chunk_overlap", "gleanings", "entity_types", "claims", "max_cluster_size",
    "report_tokens",
)  # fmt: skip
"""Limits, schedule and the settings of searches are not among them: they change nothing in a graph."""


def resolve_build_method(index: GraphIndex, method: str = "") -> str:
    """The method asked for, else that of the graph, else what there is a model for."""
    return method or index.method or default_method(index)


def default_method(index: GraphIndex) -> Method:
    is_asked = is_extraction_served(in_house=index.collection.stays_in_house)
    return Method.MODEL if is_asked else Method.NOUN_PHRASES


def load_merged_names(index: GraphIndex) -> dict[str, str]:
    """Keys of entities that people merged, each with the key it was merged into. One query."""
    accepted = MergeSuggestion.objects.filter(index=index, state=SuggestionState.ACCEPTED)
    return dict(accepted.values_list("other_key", "key"))


def current_build_inputs(index: GraphIndex) -> dict[str, object]:
    """The present inputs, for JSON. Names are hashed, because they must vanish with their documents. One query."""
    pairs = json.dumps(sorted(load_merged_names(index).items()), ensure_ascii=False)
    digest = hashlib.sha256(pairs.encode("utf-8", "replace")).hexdigest()
    return {name: getattr(index, name) for name in SETTINGS} | {"joined_names": digest}


def has_changed_build_inputs(index: GraphIndex) -> bool:
    """Whether people have changed a setting, joined names or parted them since the build in use began. One query.

    Whichever way they did it: admin, shell, SQL.
    """
    return index.current is not None and inputs_differ(index.current.made_with, current_build_inputs(index))


def inputs_differ(before: Mapping[str, object], now: Mapping[str, object], among: Iterable[str] | None = None) -> bool:
    """Whether two stored inputs differ; a key that one of them lacks did not exist at the time and does not count."""
    names = before.keys() & now.keys() if among is None else before.keys() & now.keys() & set(among)
    return any(before[name] != now[name] for name in names)
