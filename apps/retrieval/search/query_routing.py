"""Which way a question is searched when nobody chose one: those about the whole go to the graph, if there is one.

Their words decide. Where these leave it open and a graph wants it, a model is asked (model_routing.py).
"""

from collections.abc import Sequence
from dataclasses import replace

from django.db.models import Exists, OuterRef

from apps.documents.models import Collection, Document
from apps.graph.models import GraphIndex
from apps.graph.querying.is_global_question import is_global_question
from apps.retrieval.algorithms import ALGORITHMS, graph_global
from apps.retrieval.query.types import Step
from apps.retrieval.search.settings import Settings


def routed(settings: Settings, question: str) -> Settings:
    """The settings with graph-global for a question about the whole; as they are for every other.

    Sync; two queries, but only for such a question.
    """
    return to_the_whole(settings) if is_global_question(question) and may_be_told_as_whole(settings) else settings


def to_the_whole(settings: Settings, seconds: float = 0.0, **detail: object) -> Settings:
    """`seconds` and `detail` are shown with the step that says so."""
    whole = ALGORITHMS[graph_global.ALGORITHM.slug]
    shown = {"algorithm": whole.slug, "instead_of": settings.algorithm.slug, **detail}
    return replace(settings, algorithm=whole, chosen=(Step("route", seconds, 1, detail=shown),))


def may_be_told_as_whole(settings: Settings) -> bool:
    """Not under filters, and not when one of the collections has documents but no whole graph: then the answer would
    tell of a part as if it were all. Sync, up to two queries."""
    query = settings.query
    if query.filters or settings.algorithm.slug == graph_global.ALGORITHM.slug or not query.collection_ids:
        return False
    return all_have_graphs(query.collection_ids)


def all_have_graphs(collection_ids: Sequence[int]) -> bool:
    """Every collection with documents has a graph that is whole, though it may not know the newest of them."""
    in_search = Document.objects.searchable().filter(collection=OuterRef("pk"))
    filled = Collection.objects.filter(Exists(in_search), pk__in=collection_ids).values_list("pk", flat=True)
    graphs = GraphIndex.objects.filter(collection__in=collection_ids, current__entities__gt=0)
    known = set(graphs.values_list("collection", flat=True))
    return bool(known) and set(filled) <= known
