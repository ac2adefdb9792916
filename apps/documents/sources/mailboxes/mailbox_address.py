"""Parses the address of a mailbox, imaps://mail.example.org/INBOX (RFC 5092, without a user, which is an option)."""

from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from django.utils.translation import gettext as _

from apps.documents.fetching.parse_url import Address, parse_address
from apps.documents.sources.connectors.source_item import SourceError

SCHEMES = ("imaps://", "imap://")
PORTS = {"imaps": 993, "imap": 143}


@dataclass(frozen=True, slots=True)
class MailboxAddress:
    server: Address
    """Host and port. It says https because both ways are encrypted: imaps at once, imap by STARTTLS."""
    begins_encrypted: bool
    folder: str


def parse_mailbox(location: str) -> MailboxAddress:
    """Raises SourceError for an address without a folder, FetchError for a host that cannot be read."""
    scheme, _separator, rest = location.partition("://")
    host, _slash, folder = rest.partition("/")
    given = parse_address(f"https://{host}/")
    if scheme not in PORTS or not unquote(folder).strip("/"):
        raise SourceError(
            _("'%(location)s' names no folder of a mail server. Use an address such as imaps://mail.example.org/INBOX.")
            % {"location": location[:200]}
        )
    port = given.port if urlsplit(f"https://{host}/").port else PORTS[scheme]
    return MailboxAddress(Address("https", given.host, port, "/"), scheme == "imaps", unquote(folder).strip("/"))
