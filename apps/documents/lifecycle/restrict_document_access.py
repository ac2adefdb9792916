"""Sets who alone may read documents, among the readers of their collection."""

import logging
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from django.contrib.auth.models import Group
from django.db import transaction
from django.db.models import Exists, F, Func, OuterRef, Q
from django.utils.translation import gettext as _

from apps.documents.models import Collection as OfCollections
from apps.documents.models import Document, Listing
from apps.documents.models.readers_named_by_sources import named_ids
from apps.documents.models.resolve_account_names import accounts_by_name
from apps.documents.sources.connectors.source_item import NamedReaders

CollectionReader = OfCollections.reader_users.through

logger = logging.getLogger(__name__)


class UnknownGroups(ValueError):  # noqa: N818 - an answer to the person who typed the names
    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(", ".join(names))
        self.names = names

    @property
    def sentence(self) -> str:
        said = _("There is no group '%(name)s'. Make it in the console, or correct its name.")
        return said % {"name": self.names[0]}


class UnknownReaders(NamedTuple):
    """Readers whom sources name and nobody knows here: groups, and people by the first of their names."""

    groups: frozenset[str] = frozenset()
    people: frozenset[str] = frozenset()

    def __or__(self, other: "UnknownReaders") -> "UnknownReaders":
        return UnknownReaders(self.groups | other.groups, self.people | other.people)


def resolve_group_ids(names: Iterable[str]) -> list[int]:
    """Returns the groups' ids, each once. Raises UnknownGroups."""
    unique = list(dict.fromkeys(names))
    known = dict(Group.objects.filter(name__in=unique).values_list("name", "pk"))
    if missing := [name for name in unique if name not in known]:
        raise UnknownGroups(missing)
    return [known[name] for name in unique]


def set_readers(
    document_ids: Sequence[int],
    *,
    groups: Collection[int] | None = None,
    people: Collection[int] | None = None,
    opens: bool = True,
) -> None:
    """Lets only those groups and people read, beside those whom the sources name; None leaves one of the two as it is.

    Where nobody is named any more, all readers of the collection; administrators alone where a source closes it, or
    without `opens`. Both lists must be empty for that where nobody was named before. It holds for the next question.
    """
    given = {"reader_groups": groups, "reader_users": people}
    documents = Document.objects.filter(pk__in_array=list(document_ids))
    closed_by_source = Exists(Listing.objects.filter(document=OuterRef("pk"), is_closed=True))
    with transaction.atomic():
        for_nobody = documents.filter(reader_groups=[], reader_users=[]) if None in given.values() else documents.none()
        stay_closed = list(for_nobody.values_list("pk", flat=True))
        documents.filter(reader_groups__isnull=True).update(reader_groups=[], reader_users=[])
        documents.update(**{name: sorted(ids) for name, ids in given.items() if ids is not None})
        if not opens:
            return
        named_by_nobody = Q(named_readers__isnull=True) | Q(named_readers=[])
        nobody = documents.filter(named_by_nobody, reader_groups=[], reader_users=[]).exclude(pk__in_array=stay_closed)
        nobody.exclude(closed_by_source).update(reader_groups=None, reader_users=None)


def open_documents_to_all(document_ids: Sequence[int]) -> int:
    """Opens documents to all readers of the collection; returns how many."""
    documents = Document.objects.filter(pk__in_array=list(document_ids))
    return documents.update(reader_groups=None, reader_users=None, named_readers=None)


def hand_over_reading(account: int, successor: int | None = None) -> None:
    """What a person was named for by hand, for another account of theirs; None: for nobody. One transaction.

    A document that named nobody else is for administrators then, never for more.
    """
    documents = Document.objects.filter(reader_users__contains=[account])
    named = CollectionReader.objects.filter(user_id=account)
    with transaction.atomic():
        if successor is not None:
            others = documents.exclude(reader_users__contains=[successor])
            others.update(reader_users=Func(F("reader_users"), successor, function="array_append"))
            rows = [
                CollectionReader(collection_id=pk, user_id=successor)
                for pk in named.values_list("collection", flat=True)
            ]
            CollectionReader.objects.bulk_create(rows, ignore_conflicts=True)
        documents.update(reader_users=Func(F("reader_users"), account, function="array_remove"))
        named.delete()


def set_readers_of_source(named: Iterable[tuple[int, NamedReaders]]) -> UnknownReaders:
    """What sources say of documents: these groups and people alone, beside single people who were named here.

    A name that no group has opens nothing: where none is known, the document is for administrators and for the people
    who are named, as soon as they have an account. Two updates for each different list; what is so already is left
    alone. Returns the names that nobody has.
    """
    by_readers: dict[NamedReaders, list[int]] = defaultdict(list)
    for document, readers in named:
        by_readers[readers].append(document)
    everybody = NamedReaders()
    for readers in by_readers:
        everybody |= readers
    groups = dict(Group.objects.filter(name__in=everybody.groups).values_list("name", "pk"))
    names = named_ids(name for person in everybody.people for name in person)
    for readers, ids in by_readers.items():
        write_readers_of_source(
            ids,
            sorted(groups[name] for name in readers.groups if name in groups),
            sorted({names[name] for person in readers.people for name in person if name in names}) or None,
        )
    return report_unknown_readers(everybody, groups)


def write_readers_of_source(documents: Sequence[int], groups: list[int], people: list[int] | None) -> None:
    rows = Document.objects.filter(pk__in_array=documents)
    rows.filter(reader_groups__isnull=True).update(reader_groups=[], reader_users=[])
    same = Q(reader_groups=groups) & (Q(named_readers__isnull=True) if people is None else Q(named_readers=people))
    rows.exclude(same).update(reader_groups=groups, named_readers=people)


def report_unknown_readers(everybody: NamedReaders, groups: Collection[str]) -> UnknownReaders:
    known = accounts_by_name({name for person in everybody.people for name in person})
    people = frozenset(person[0] for person in everybody.people if not known.keys() & set(person))
    unknown = UnknownReaders(everybody.groups - set(groups), people)
    if unknown.groups:
        told = ", ".join(sorted(unknown.groups))[:500]
        logger.warning("Sources name groups that do not exist, and that open nothing: %s", told)
    if people:
        # Without their names, which are for those who see the source.
        logger.warning("Sources name %d people who have no account here; they read when they have one.", len(people))
    return unknown
