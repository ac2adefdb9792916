"""Which way a question is searched when nobody chose one: those about the whole go to the graph, if there is one."""

from dataclasses import replace

from django.db.models import Exists, OuterRef

from apps.documents.models import Collection, Document
from apps.graph.models import GraphIndex
from apps.graph.whole_questions import asks_for_the_whole
from apps.retrieval.algorithms import ALGORITHMS, graph_global
from apps.retrieval.search import Settings
from apps.retrieval.types import Step


def routed(settings: Settings, question: str) -> Settings:
    """The settings with graph-global for a question about the whole; as they are for every other.

    Not under filters, and not when one of the collections has documents but no whole graph: then the answer would tell
    of a part as if it were all. Sync; two queries, but only for such a question.
    """
    whole = ALGORITHMS[graph_global.ALGORITHM.slug]
    if settings.filters or settings.algorithm is whole or not asks_for_the_whole(question):
        return settings
    if not settings.collection_ids or not all_have_graphs(settings.collection_ids):
        return settings
    step = Step("route", 0.0, 1, detail={"algorithm": whole.slug, "instead_of": settings.algorithm.slug})
    return replace(settings, algorithm=whole, chosen=(step,))


def all_have_graphs(collection_ids: list[int]) -> bool:
    """Every collection with documents has a graph that is whole, though it may not know the newest of them."""
    in_search = Document.objects.searchable().filter(collection=OuterRef("pk"))
    filled = Collection.objects.filter(Exists(in_search), pk__in=collection_ids).values_list("pk", flat=True)
    graphs = GraphIndex.objects.filter(collection__in=collection_ids, current__entities__gt=0)
    known = set(graphs.values_list("collection", flat=True))
    return bool(known) and set(filled) <= known
