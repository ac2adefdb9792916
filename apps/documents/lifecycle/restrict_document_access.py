"""Sets who alone may read documents, among the readers of their collection."""

import logging
from collections import defaultdict
from collections.abc import Iterable, Sequence

from django.contrib.auth.models import Group

from apps.documents.models import Document

logger = logging.getLogger(__name__)


class UnknownGroups(ValueError):  # noqa: N818 - an answer to the person who typed the names
    """Names the groups that do not exist."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(", ".join(names))
        self.names = names


def groups_named(names: Iterable[str]) -> list[int]:
    """Their ids, each once. Raises UnknownGroups."""
    wanted = list(dict.fromkeys(names))
    known = dict(Group.objects.filter(name__in=wanted).values_list("name", "pk"))
    if missing := [name for name in wanted if name not in known]:
        raise UnknownGroups(missing)
    return [known[name] for name in wanted]


def set_reader_groups(document_ids: Sequence[int], group_ids: Sequence[int]) -> int:
    """Those groups alone, beside single people who were named; without any group all readers of the collection.

    How many documents. It holds for the next question.
    """
    documents = Document.objects.filter(pk__in_array=list(document_ids))
    if not group_ids:
        return open_to_all(document_ids)
    documents.filter(reader_users__isnull=True).update(reader_groups=[], reader_users=[])
    return documents.update(reader_groups=sorted(group_ids))


def open_to_all(document_ids: Sequence[int]) -> int:
    """To all readers of the collection. How many documents."""
    return Document.objects.filter(pk__in_array=list(document_ids)).update(reader_groups=None, reader_users=None)


def set_readers_of_source(named: Iterable[tuple[int, Sequence[str]]]) -> list[str]:
    """What sources say of documents: the groups of these names alone, beside single people who were named here.

    A name that no group has opens nothing: where none is known, the document is for nobody but administrators. Two
    updates for each different list of names; what is so already is left alone. Returns the names that no group has.
    """
    by_names: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for document, names in named:
        by_names[tuple(sorted(set(names)))].append(document)
    wanted = {name for names in by_names for name in names}
    known = dict(Group.objects.filter(name__in=wanted).values_list("name", "pk"))
    if unknown := sorted(wanted - known.keys()):
        logger.warning("Sources name groups that do not exist, and that open nothing: %s", ", ".join(unknown)[:500])
    for names, ids in by_names.items():
        groups = sorted(known[name] for name in names if name in known)
        documents = Document.objects.filter(pk__in_array=ids)
        documents.filter(reader_groups__isnull=True).update(reader_groups=[], reader_users=[])
        documents.exclude(reader_groups=groups).update(reader_groups=groups)
    return unknown
