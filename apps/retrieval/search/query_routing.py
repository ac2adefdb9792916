"""Routes a question to an algorithm when nobody chose one: global questions go to the graph, if there is one.

The wording decides. Where it leaves the matter open and a graph asks for it, a model decides
(classify_global_question.py).
"""

from collections.abc import Sequence
from dataclasses import replace

from django.db.models import Exists, OuterRef

from apps.documents.models import Collection, Document
from apps.graph.models import GraphIndex
from apps.graph.querying.is_global_question import is_global_question
from apps.retrieval.algorithms import ALGORITHMS, graph_global
from apps.retrieval.preparation.search_setup import SearchSetup
from apps.retrieval.query.types import SearchStep


def use_graph_for_global_question(setup: SearchSetup, question: str) -> SearchSetup:
    """The setup with graph-global for a global question, unchanged for every other.

    Two queries, but only for such a question.
    """
    return use_graph_global(setup) if is_global_question(question) and graphs_cover_collections(setup) else setup


def use_graph_global(setup: SearchSetup, seconds: float = 0.0, **detail: object) -> SearchSetup:
    """`seconds` and `detail` are shown with the step that says so."""
    whole = ALGORITHMS[graph_global.ALGORITHM.slug]
    shown = {"algorithm": whole.slug, "instead_of": setup.algorithm.slug, **detail}
    return replace(setup, algorithm=whole, chosen=(SearchStep("route", seconds, 1, detail=shown),))


def graphs_cover_collections(setup: SearchSetup) -> bool:
    """False under filters, and when a collection with documents has no complete graph: a part would be presented as the
    whole. Up to two queries."""
    query = setup.query
    if query.filters or setup.algorithm.slug == graph_global.ALGORITHM.slug or not query.collection_ids:
        return False
    return all_have_graphs(query.collection_ids)


def all_have_graphs(collection_ids: Sequence[int]) -> bool:
    """Every collection with documents has a graph that is whole, though it may not know the newest of them."""
    in_search = Document.objects.searchable().filter(collection=OuterRef("pk"))
    filled = Collection.objects.filter(Exists(in_search), pk__in=collection_ids).values_list("pk", flat=True)
    graphs = GraphIndex.objects.filter(collection__in=collection_ids, current__entities__gt=0)
    known = set(graphs.values_list("collection", flat=True))
    return bool(known) and set(filled) <= known
