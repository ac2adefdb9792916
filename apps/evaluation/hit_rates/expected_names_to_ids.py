"""Matches the documents that a question file expects, by name, to external ids."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePosixPath

from apps.documents.models import Document


class DocumentNames:
    """Documents of some collections by name. Exact external ids go before ids without folders or endings."""

    def __init__(self, documents: Iterable[tuple[int, str]]) -> None:
        self._exact: dict[str, set[int]] = defaultdict(set)
        self._short: dict[str, set[int]] = defaultdict(set)
        for primary_key, external_id in documents:
            self._exact[external_id].add(primary_key)
            for name in short_names(external_id):
                self._short[name].add(primary_key)

    @classmethod
    def of_collections(cls, collection_ids: Sequence[int]) -> "DocumentNames":
        """One query."""
        found = Document.objects.filter(collection_id__in=collection_ids).values_list("pk", "external_id")
        return cls(found.iterator())

    def find(self, names: Iterable[str]) -> frozenset[int]:
        """The documents that the first name with a match stands for; empty when none is known."""
        names = tuple(names)
        for table in (self._exact, self._short):
            for name in names:
                if name in table:
                    return frozenset(table[name])
        return frozenset()


def short_names(external_id: str) -> Iterator[str]:
    """`single/a7.pdf` is also called `a7.pdf`, `single/a7` and `a7`."""
    path = PurePosixPath(external_id)
    yield path.name
    yield external_id.removesuffix(path.suffix)
    yield path.stem
