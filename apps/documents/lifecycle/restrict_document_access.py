"""Sets who alone may read documents, among the readers of their collection."""

from collections.abc import Iterable, Sequence

from django.contrib.auth.models import Group

from apps.documents.models import Document


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
        return documents.update(reader_groups=None, reader_users=None)
    documents.filter(reader_users__isnull=True).update(reader_groups=[], reader_users=[])
    return documents.update(reader_groups=sorted(group_ids))
