"""Notes on uploaded files that were here already, under their own name or under another one."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from django.contrib.auth.models import AnonymousUser, User
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.documents.models import SEARCHABLE, Document, Revision

MOST_NAMED = 5


def unchanged_upload_notes(user: User | AnonymousUser, document_ids: Sequence[int], began: datetime) -> Iterator[str]:
    """About documents that this person may read. `began` is when the upload did. Three queries at most."""
    rows = Revision.objects.filter(document__in_array=document_ids, document__in=Document.objects.readable_by(user))
    newest = list(rows.order_by("document_id", "-number").distinct("document_id").select_related("document"))
    same = [each.document for each in newest if each.created_at < began and each.document.status in SEARCHABLE]
    if same:
        yield ngettext(
            "%(names)s is here already with the same content: nothing was changed.",
            "%(count)d files are here already with the same content: nothing was changed. %(names)s",
            len(same),
        ) % {"count": len(same), "names": join_document_names(same)}
    twins = find_same_content(user, [each for each in newest if each.created_at >= began])
    for document, other in twins[:MOST_NAMED]:
        said = _("%(name)s has the same content as %(other)s: withdraw one of them if it is meant to be there once.")
        yield said % {"name": document.external_id, "other": other}


def join_document_names(documents: Sequence[Document]) -> str:
    named = ", ".join(each.external_id for each in documents[:MOST_NAMED])
    return f"{named}, …" if len(documents) > MOST_NAMED else named


def find_same_content(user: User | AnonymousUser, fresh: Sequence[Revision]) -> list[tuple[Document, str]]:
    """Each with the name of an older document of its collection whose file has the same bytes."""
    collections = {each.document.collection_id for each in fresh}
    known = Revision.objects.filter(blob__in=[each.blob_id for each in fresh], document__collection__in=collections)
    known = known.filter(document__in=Document.objects.readable_by(user))
    first: dict[str, tuple[int, str]] = {}
    for file, pk, name in known.order_by("document_id").values_list("blob", "document", "document__external_id"):
        first.setdefault(file, (pk, name))
    return [(each.document, first[each.blob_id][1]) for each in fresh if first[each.blob_id][0] < each.document_id]
