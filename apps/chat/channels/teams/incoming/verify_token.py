"""Verifies that an activity comes from Microsoft: its token's seven checks, before anything else. Calls the network.

https://learn.microsoft.com/azure/bot-service/rest-api/bot-framework-rest-connector-authentication
"""

import asyncio
import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings

from apps.outbound_network.read_bounded_response import UnusableAnswer, read_bounded_answer

logger = logging.getLogger(__name__)

ISSUER = "https://api.botframework.com"
ALGORITHMS = ["RS256"]
SKEW_SECONDS = 300
KEYS_SECONDS = 24 * 3600.0
PART_SECONDS, FETCH_SECONDS = 10.0, 10.0
"""Of one of the two answers of the server of keys."""
REFETCH_SECONDS = 60.0
LONGEST_TOKEN = 8_192
CHANNEL = "msteams"


class BadTokenError(Exception):
    """Why the token does not hold; not told to the sender."""


@dataclass
class SigningKeys:
    """Microsoft's published keys, fetched once a day; for an unknown one, or after a failure, at most once a minute."""

    keys: dict[str, Any] = field(default_factory=dict)
    endorsements: dict[str, list[str]] = field(default_factory=dict)
    fetched_at: float = float("-inf")
    """When those that are held came, and below when others were last asked for."""
    asked_at: float = float("-inf")
    _fetching: "asyncio.Task[None] | None" = None

    async def find(self, key_id: str) -> Any:
        """Raises BadTokenError."""
        is_known, now = key_id in self.keys, time.monotonic()
        is_due = not is_known or now - self.fetched_at > KEYS_SECONDS
        if (is_due and now - self.asked_at > REFETCH_SECONDS) or (not is_known and self.is_fetching):
            await self.fetch()
        if key_id not in self.keys:
            raise BadTokenError("unknown key")
        return self.keys[key_id]

    @property
    def is_fetching(self) -> bool:
        return self._fetching is not None and not self._fetching.done()

    async def fetch(self) -> None:
        """One at a time, whoever asks."""
        if self._fetching is None or self._fetching.done():
            self._fetching = asyncio.create_task(self._fetch())
        await asyncio.shield(self._fetching)

    async def _fetch(self) -> None:
        self.asked_at = time.monotonic()
        try:
            self.keys, self.endorsements = await fetch_published_keys(settings.TEAMS_OPENID_METADATA_URL)
        except BadTokenError as error:
            logger.warning("The keys of Teams cannot be fetched: %s.", error)
        else:
            self.fetched_at = self.asked_at


KEYS = SigningKeys()


async def fetch_published_keys(metadata_url: str) -> tuple[dict[str, object], dict[str, list[str]]]:
    """Raises BadTokenError when they cannot be fetched or read, or when there are none."""
    from jwt import PyJWK, PyJWTError

    try:
        metadata = await json_object_at(metadata_url)
        found = (await json_object_at(str(metadata["jwks_uri"])))["keys"]
    except UnusableAnswer as error:
        raise BadTokenError(str(error)) from error
    except KeyError as error:
        raise BadTokenError(f"{error} is missing") from error
    keys: dict[str, Any] = {}
    endorsements: dict[str, list[str]] = {}
    for key in found if isinstance(found, list) else ():
        try:
            keys[str(key["kid"])] = PyJWK.from_dict(key, algorithm="RS256")
            endorsements[str(key["kid"])] = [str(one) for one in key.get("endorsements") or ()]
        except (PyJWTError, KeyError, TypeError, AttributeError):
            logger.warning("A key of Teams cannot be read and is left out.")
    # One whose channels cannot be read speaks for none.
    usable = {key_id: key for key_id, key in keys.items() if key_id in endorsements}
    if not usable:
        raise BadTokenError("no keys were published")
    return usable, endorsements


async def json_object_at(url: str) -> dict[str, Any]:
    """Network. Raises UnusableAnswer."""
    return (await read_bounded_answer("GET", url, part_seconds=PART_SECONDS, seconds=FETCH_SECONDS)).json_object()


async def verify_request(headers: Mapping[str, str], activity: dict[str, object]) -> None:
    """Raises BadTokenError. The token is checked before its claims are compared with the activity."""
    claims, endorsements = await verified_claims(bearer_token(headers))
    service_url = claims.get("serviceurl") or claims.get("serviceUrl")
    if not service_url or str(service_url).rstrip("/") != str(activity.get("serviceUrl", "")).rstrip("/"):
        raise BadTokenError("other service url")
    if endorsements and str(activity.get("channelId")) not in endorsements:
        raise BadTokenError("channel not endorsed")
    if activity.get("channelId") != CHANNEL:
        raise BadTokenError("other channel")


def bearer_token(headers: Mapping[str, str]) -> str:
    scheme, _space, token = headers.get("Authorization", "").partition(" ")
    if scheme != "Bearer" or not token or len(token) > LONGEST_TOKEN:
        raise BadTokenError("no bearer token")
    return token.strip()


async def verified_claims(token: str) -> tuple[dict[str, Any], list[str]]:
    """The claims, and the channels that the key speaks for. Raises BadTokenError."""
    import jwt

    try:
        header = jwt.get_unverified_header(token)
        if header.get("alg") not in ALGORITHMS:
            raise BadTokenError("algorithm")
        key_id = header.get("kid")
        if not isinstance(key_id, str):
            raise BadTokenError("no key id")
        # Cheap lies end here, before anybody fetches a key for them.
        unverified = jwt.decode(token, options={"verify_signature": False})
        if unverified.get("iss") != ISSUER or unverified.get("aud") != settings.TEAMS_APP_ID:
            raise BadTokenError("issuer or audience")
        claims = jwt.decode(
            token,
            await KEYS.find(key_id),
            algorithms=ALGORITHMS,
            audience=settings.TEAMS_APP_ID,
            issuer=ISSUER,
            leeway=SKEW_SECONDS,
            options={"require": ["exp", "iss", "aud"]},
        )
    except (jwt.PyJWTError, ValueError, TypeError, RecursionError) as error:
        raise BadTokenError(type(error).__name__) from error
    return claims, KEYS.endorsements.get(key_id, [])
