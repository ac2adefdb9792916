"""Requests to Microsoft Graph: with the token of the application, which goes to the host of the source alone."""

import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from django.utils.translation import gettext as _

from apps.documents.fetching.parse_url import parse_address
from apps.documents.sources.connectors.connector import SourceAccess
from apps.documents.sources.connectors.parse_fetched_json import read_json
from apps.documents.sources.connectors.source_item import SourceError

SHARING = {"Prefer": "hierarchicalsharing, deltashowremovedasdeleted, deltashowsharingchanges"}
"""So that the list of changes names what was shared anew."""
FEWEST_SECONDS = 120
"""A token that ends sooner is not used any more."""


def drive_root_address(asking: SourceAccess) -> str:
    """`…/drives/ID/root`."""
    return asking.location.rstrip("/").removesuffix("/delta")


def item_address(identity: str, asking: SourceAccess) -> str:
    """Returns the address of an item of the library by its id."""
    return f"{drive_root_address(asking).removesuffix('/root')}/items/{quote(identity, safe='')}"


def read_page(address: str, asking: SourceAccess) -> Mapping[str, Any]:
    """Raises SourceError, FetchError. The token goes nowhere but to the host of the source."""
    if parse_address(address).origin != parse_address(asking.location).origin:
        raise SourceError(
            _("The list of the library goes on at another host: %(address)s.") % {"address": address[:200]}
        )
    prefer = SHARING if asking.options["permissions_in_changes"] else {}
    fetched = asking.get(address, headers=token_header(asking) | prefer)
    reply = read_json(fetched)
    if not isinstance(reply, dict) or not isinstance(reply.get("value"), list):
        raise SourceError(_("What came from %(address)s has no list 'value'.") % {"address": address[:200]})
    return reply


def token_header(asking: SourceAccess) -> dict[str, str]:
    """Asked for once, and again before it ends. Raises SourceError, FetchError."""
    token, ends = asking.memory.get("token", ("", 0.0))
    if time.monotonic() > ends - FEWEST_SECONDS:
        token, ends = ask_for_token(asking)
        asking.memory["token"] = token, ends
    return {"Authorization": f"Bearer {token}"}


def ask_for_token(asking: SourceAccess) -> tuple[str, float]:
    """Token and the time of its end. Raises SourceError, FetchError."""
    options = asking.options
    login = options["login"].rstrip("/")
    origin = parse_address(asking.location).origin
    reply = read_json(
        asking.get(
            f"{login}/{quote(options['tenant'], safe='')}/oauth2/v2.0/token",
            form={
                "grant_type": "client_credentials", "client_id": options["client_id"], "scope": f"{origin}/.default",
                "client_secret": asking.secret(options["secret_variable"], login),
            },
        )
    )  # fmt: skip
    token = reply.get("access_token") if isinstance(reply, dict) else None
    seconds = reply.get("expires_in") if isinstance(reply, dict) else None
    if not isinstance(token, str) or not token:
        raise SourceError(_("The login at %(login)s gave no token.") % {"login": login[:200]})
    return token, time.monotonic() + (seconds if isinstance(seconds, int) else 3_000)
