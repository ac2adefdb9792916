"""The collections that a person may read, by short name; remembered between questions."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from apps.database.settings_cache import load_cached
from apps.documents.models import Collection, Readers, reader_of
from apps.documents.models.reader_access_filter import Reader
from apps.retrieval.preparation.search_request import User


class UnknownCollection(ValueError):  # noqa: N818 - it is an answer to the person who typed the name
    """Names what was typed and the collections this person may read. The message is English, for commands and logs."""

    def __init__(self, name: str, known: str) -> None:
        super().__init__(f"Unknown collection '{name}'. Known: {known or 'none'}.")
        self.name, self.known = name, known


class SearchedCollection(NamedTuple):
    """A collection, and the languages by which its words are indexed: two while the second replaces the first."""

    pk: int
    languages: frozenset[str]
    has_readers: bool
    """Whether some of its documents have, or had, readers of their own."""
    stays_in_house: bool
    """Whether what searches it may be sent to no server outside."""


class CollectionAccess(NamedTuple):
    """A collection with all that says who may read it."""

    slug: str
    searched: SearchedCollection
    readers: str
    groups: frozenset[int]
    people: frozenset[int]

    def is_open_to(self, user: User | None, reader: Reader) -> bool:
        """What CollectionQuerySet.readable_by says of it."""
        if user is None or not user.is_authenticated:
            return self.readers == Readers.PUBLIC
        if getattr(user, "is_superuser", False):
            return True
        if self.readers != Readers.GROUPS:
            return True
        return reader.user_id in self.people or not self.groups.isdisjoint(reader.group_ids)


def load_all_collections() -> list[CollectionAccess]:
    """Three queries, none while they are remembered."""
    columns = ("slug", "readers", "pk", "has_document_readers", "stays_in_house", "language", "former_language")
    groups = group_by_collection(Collection.reader_groups.through.objects.values_list("collection_id", "group_id"))
    people = group_by_collection(Collection.reader_users.through.objects.values_list("collection_id", "user_id"))
    return [
        CollectionAccess(
            slug,
            SearchedCollection(pk, frozenset(filter(None, words)), closed, in_house),
            readers,
            frozenset(groups[pk]),
            frozenset(people[pk]),
        )
        for slug, readers, pk, closed, in_house, *words in Collection.objects.values_list(*columns)
    ]


def group_by_collection(rows: Iterable[tuple[int, int]]) -> defaultdict[int, set[int]]:
    found: defaultdict[int, set[int]] = defaultdict(set)
    for collection, reader in rows:
        found[collection].add(reader)
    return found


def readable_collections(user: User | None, reader: Reader) -> dict[str, SearchedCollection]:
    """All that this person may read, by short name."""
    every = load_cached("collections", load_all_collections)
    return {each.slug: each.searched for each in every if each.is_open_to(user, reader)}


def choose_collections(
    slugs: Sequence[str] | None, known: Mapping[str, SearchedCollection]
) -> list[SearchedCollection]:
    """Picks from the known collections, each once; None means all. Raises UnknownCollection.

    A collection that may not be read is as unknown as one that does not exist.
    """
    if slugs is None:
        return list(known.values())
    for slug in slugs:
        if slug not in known:
            raise UnknownCollection(slug, ", ".join(sorted(known)))
    return [known[slug] for slug in dict.fromkeys(slugs)]


def readable_collection_ids(slugs: Sequence[str] | None, user: User | None) -> list[int]:
    """Returns the ids of those that may be read. Raises UnknownCollection."""
    return [each.pk for each in choose_collections(slugs, readable_collections(user, reader_of(user)))]
