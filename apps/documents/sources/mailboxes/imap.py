"""imap: the mails of one folder on a mail server (RFC 3501), each with what was attached to it.

Every run asks for the numbers (UIDs) of all mails, which is one short answer, and reads those that are new; where the
server counts changes (CONDSTORE, RFC 7162) and the count is what it was, not even that. A mail that is gone or marked
as deleted is withdrawn. When the server says that its numbers mean something else by now (UIDVALIDITY), all are read
again, and found to be the same by their own names.
"""

import json
import time
from collections.abc import Iterator
from dataclasses import astuple, dataclass, replace

from django.utils.translation import gettext as _

from apps.documents.fetching.fetch_limits import LISTING_LIMITS
from apps.documents.parsing.limits import ParseLimits
from apps.documents.sources.connectors.connector import (
    Connector,
    DeletedBundle,
    Entry,
    ListingEnd,
    ListingUnchanged,
    SkippedRecord,
    SourceAccess,
)
from apps.documents.sources.connectors.read_cursor import read_cursor
from apps.documents.sources.mailboxes import uid_ranges
from apps.documents.sources.mailboxes.mailbox_address import SCHEMES, parse_mailbox
from apps.documents.sources.mailboxes.mailbox_connection import Folder, FolderState, open_folder
from apps.documents.sources.mailboxes.split_mail_into_documents import MailNames, entries_of_mail

MOST_RECEIVED = 2 * 2**30
"""Bytes of mails in one run."""


@dataclass(frozen=True, slots=True)
class LastMailboxState:
    """What the last run left: how the folder was, and the mails that were read."""

    state: FolderState
    numbers: frozenset[int]


def entries(asking: SourceAccess) -> Iterator[Entry]:
    """Raises SourceError, FetchError, ListingUnchanged."""
    address = parse_mailbox(asking.location)
    password = asking.secret(asking.options["password_variable"], str(address.server))
    with open_folder(address, asking.connect, asking.options["user"], password) as folder:
        before = parse_cursor(asking.cursor, folder.state)
        if before is not None and before.state == folder.state and folder.state.modseq:
            raise ListingUnchanged
        known = before.numbers if before else frozenset[int]()
        living = folder.undeleted()
        bundles = frozenset(mail_bundle(folder.state, number) for number in living)
        # What is listed tells what is gone, not what the last run knew: a full list in several runs forgets that.
        # One that is read in one run finds by itself what is missing.
        gone = asking.bundles() - bundles if before is not None else set[str]()
        of_this_count = {bundle for bundle in gone if bundle.startswith(mail_bundle(folder.state, ""))}
        yield from map(DeletedBundle, sorted(of_this_count))
        unread = list(folder.sizes(sorted(living - known)))
        names = MailNames(asking.listed_under, bundles)
        for place, (number, size) in enumerate(unread):
            if is_late(folder):
                yield unfinished_listing_end(folder, living - {later for later, _size in unread[place:]})
                return
            yield from new_mail(folder, number, size, names, asking)
        # Under an earlier count stands only what was not found again, now that all has been read.
        yield from map(DeletedBundle, sorted(gone - of_this_count))
        yield ListingEnd(format_cursor(folder.state, living), partial=before is not None)


def is_late(folder: Folder) -> bool:
    """Half of the time that a connection has is for reading mails, and what they take on the disk until the list ends
    is bounded: a large folder takes several runs."""
    return time.monotonic() > folder.ends - LISTING_LIMITS.total / 2 or folder.client.received > MOST_RECEIVED


def unfinished_listing_end(folder: Folder, read: set[int]) -> ListingEnd:
    """The next run goes on: the folder that it finds is never the one that is remembered here."""
    return ListingEnd(format_cursor(replace(folder.state, next_uid=0, modseq=0), read), partial=True, goes_on=True)


def new_mail(folder: Folder, number: int, size: int, names: MailNames, asking: SourceAccess) -> Iterator[Entry]:
    if size > (limit := ParseLimits().size):
        yield SkippedRecord(str(number), _("it is larger than %(size)d MiB") % {"size": limit // 2**20})
    elif data := folder.mail(number):
        bundle = mail_bundle(folder.state, number)
        yield from entries_of_mail(data, bundle, names, attachments=asking.options["attachments"])


def mail_bundle(state: FolderState, number: int | str) -> str:
    return f"{state.validity}.{number}"


def format_cursor(state: FolderState, living: set[int]) -> str:
    return json.dumps({"state": astuple(state), "numbers": uid_ranges.format_ranges(living)})


def parse_cursor(cursor: str, now: FolderState) -> LastMailboxState | None:
    """None when everything has to be read: at first, and when the numbers mean something else."""
    before = read_cursor(
        cursor,
        lambda said: LastMailboxState(FolderState(*said["state"]), frozenset(uid_ranges.parse_ranges(said["numbers"]))),
    )
    return before if before and before.state.validity == now.validity else None


CONNECTOR = Connector(
    "imap",
    entries,
    {"user": "", "password_variable": "", "attachments": True, "full_list_days": 30},
    schemes=SCHEMES,
)
