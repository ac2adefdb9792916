"""Requests to a wiki with the account's token or password, and its JSON."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from apps.documents.sources.connectors.changed_since_server_time import ServerTime
from apps.documents.sources.connectors.connector import SourceAccess, basic_authorization
from apps.documents.sources.connectors.parse_fetched_json import read_json
from apps.documents.sources.connectors.source_item import SourceError


def ask_for_list(address: str, listed: str, asking: SourceAccess, clock: ServerTime | None = None) -> Mapping[str, Any]:
    """An object with a list of this name. Raises SourceError, also for the page of a login, FetchError."""
    fetched = asking.get(address, headers=credentials(asking) | {"Accept": "application/json"})
    if clock is not None:
        clock.date = clock.date or fetched.date
    reply = read_json(fetched)
    if not isinstance(reply, dict) or not isinstance(reply.get(listed), list):
        raise SourceError(
            _("What came from %(address)s has no list '%(name)s'.") % {"address": address[:300], "name": listed}
        )
    return reply


def credentials(asking: SourceAccess) -> dict[str, str]:
    """A user with a password or token, or a token alone (personal access token). Raises SourceError."""
    user, variable = asking.options["user"], asking.options["password_variable"]
    if not variable:
        return {}
    secret = asking.secret(variable, asking.location)
    if not user:
        return {"Authorization": f"Bearer {secret}"}
    return basic_authorization(user, secret)
