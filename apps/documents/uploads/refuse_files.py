"""Refuses files before anything of them is stored: too many, of no known type, too large, withdrawn, taken."""

from collections.abc import Sequence
from pathlib import PurePosixPath

from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from apps.documents.lifecycle.withdraw_documents import BY_PERSON
from apps.documents.models import Collection, Document, Status, reader_of
from apps.documents.parsing.limits import MEBIBYTE, ParseLimits
from apps.documents.sources.connectors.expand_enclosed_items import ARCHIVE_SUFFIX
from apps.documents.sources.connectors.local_files_and_folders import READABLE_SUFFIXES
from apps.documents.sources.connectors.source_item import Item
from apps.documents.uploads.sent_file_and_metadata import (
    SenderMetadata,
    SentFile,
    Uploader,
    UploadRefused,
    safe_file_name,
)
from apps.documents.uploads.uploaded_files_to_items import RECORDS

MOST_FILES = 50
FAR_TOO_MANY_FILES = format_lazy(
    gettext_lazy("These are too many files. Please send at most {most} at once."), most=MOST_FILES
)
"""Django counts to a hundred before any form is asked, and reads no further."""
ACCEPTED = READABLE_SUFFIXES | {RECORDS, ARCHIVE_SUFFIX}
"""Suffixes of what an import of files reads, too."""


def check_upload(files: Sequence[SentFile], stated: SenderMetadata) -> None:
    """Before anything is read. Raises UploadRefused."""
    if not files:
        raise UploadRefused("no_file", _("The request has no file; send at least one as 'file'."), 400)
    if len(files) > MOST_FILES:
        message = _("%(count)d files are too many, send at most %(most)d at once.")
        raise UploadRefused("too_many_files", message % {"count": len(files), "most": MOST_FILES}, 400)
    if len(files) > 1 and (stated.external_id or stated.title):
        raise UploadRefused("one_file", _("An id or a title is for one file. Send the others by themselves."), 400)
    for file in files:
        check_file(file)


def check_file(file: SentFile) -> None:
    name, limit = safe_file_name(file), ParseLimits().size
    if PurePosixPath(name).suffix.lower() not in ACCEPTED:
        known = ", ".join(sorted(ACCEPTED))
        message = _("'%(name)s' is of a type that cannot be read. Known are %(known)s.") % {
            "name": name,
            "known": known,
        }
        raise UploadRefused("unsupported_type", message, 415)
    if (file.size or 0) > limit:
        message = _("'%(name)s' is larger than %(limit)d MiB. Split it and send the parts.")
        raise UploadRefused("size_limit", message % {"name": name, "limit": limit // MEBIBYTE}, 413)


def separate_readable_files(files: Sequence[SentFile]) -> tuple[list[SentFile], list[str]]:
    """Files whose type and size can be read, and a sentence for each of the others."""
    taken, refused = [], []
    for file in files:
        try:
            check_file(file)
        except UploadRefused as reason:
            refused.append(str(reason))
        else:
            taken.append(file)
    return taken, refused


def refuse_withdrawn(collection: Collection, items: Sequence[Item]) -> None:
    """What a person withdrew does not come back under the same id."""
    gone = Document.objects.filter(
        collection=collection,
        external_id__in_array=[item.external_id for item in items],
        status=Status.WITHDRAWN,
        reason_code=BY_PERSON,
    ).first()
    if gone is not None:
        message = _(
            "'%(id)s' was withdrawn. Allow it again on its page in the console, or give the document another id."
        )
        raise UploadRefused("withdrawn", message % {"id": gone.external_id}, 409)


def refuse_closed(collection: Collection, items: Sequence[Item], user: Uploader) -> None:
    """Nobody replaces, or is told the state of, a document that they may not read."""
    named = Document.objects.filter(collection=collection, external_id__in_array=[item.external_id for item in items])
    # Not by exclude(may_read()): for an administrator that is an empty condition, and excluding by it excludes nothing.
    closed = named.exclude(pk__in=named.filter(reader_of(user).may_read()).values("pk")).first()
    if closed is not None:
        message = _("The id '%(id)s' is taken. Give the document another one.")
        raise UploadRefused("taken", message % {"id": closed.external_id}, 409)
