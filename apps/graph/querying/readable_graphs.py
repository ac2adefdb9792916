"""The graphs that searches may read: whole builds, of the collections the reader may see."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.graph.models import GraphIndex

READ_WITHIN_CALLS = 16
"""Batches of reports a question may read where no level is set: as many as run side by side."""


@dataclass(frozen=True, slots=True)
class GraphInUse:
    """`tokens` are those of the reports of each level, from the root on."""

    index_id: int
    build_id: int
    collection_id: int
    tokens: tuple[int, ...]
    search_level: int | None
    dynamic_selection: bool

    def level(self, batch_tokens: int, asked: int | None = None) -> int:
        """The level `asked` for or set for the graph, the deepest one at most.

        Without either the deepest that can be read within READ_WITHIN_CALLS batches, or the root.
        """
        deepest = len(self.tokens) - 1
        chosen = self.search_level if asked is None else asked
        if chosen is not None:
            return min(chosen, deepest)
        affordable = [n for n, tokens in enumerate(self.tokens) if tokens <= READ_WITHIN_CALLS * batch_tokens]
        return max(affordable, default=0)


def load_graphs_in_use(collection_ids: Sequence[int]) -> list[GraphInUse]:
    """In the order of the collections. One query. A graph without any entity answers nothing and is left out."""
    found = GraphIndex.objects.filter(collection__in=collection_ids, current__entities__gt=0).order_by("collection")
    columns = ("pk", "current", "collection", "current__levels", "search_level", "dynamic_selection")
    return [
        GraphInUse(index, build, collection, tuple(each["report_tokens"] for each in levels), level, is_dynamic)
        for index, build, collection, levels, level, is_dynamic in found.values_list(*columns)
    ]
