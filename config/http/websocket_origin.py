"""Checks the origin of a websocket: only our own pages open one; scheme, host and port must be the request's.

Browsers let any page open a socket to any address, with the visitor's cookies, and say in `Origin` whose page it is.
"""

import re
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host

Message = dict[str, Any]
Application = Callable[
    [Message, Callable[[], Awaitable[Message]], Callable[[Message], Awaitable[None]]], Awaitable[None]
]
Origin = tuple[str, str, int]
"""Scheme, host in small letters, port."""

ORIGIN = re.compile(r"(https?)://([a-z0-9._-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::(\d{1,5}))?", re.IGNORECASE)
PORTS = {"http": 80, "https": 443}
FORBIDDEN = 1008


def own_origin_only(application: Application) -> Application:
    """The application, but for sockets of foreign pages and of none, which are refused before the handshake ends.

    Beside the origin of the request itself SITE_URL and CSRF_TRUSTED_ORIGINS hold: what stands there is written by the
    operator, for proxies that hand on another name than the one in people's browsers.
    """

    async def checked(
        scope: Message, receive: Callable[[], Awaitable[Message]], send: Callable[[Message], Awaitable[None]]
    ) -> None:
        if is_own_origin(scope["headers"], scope.get("scheme", "ws")):
            return await application(scope, receive, send)
        await receive()
        await send({"type": "websocket.close", "code": FORBIDDEN})
        return None

    return checked


def is_own_origin(headers: Sequence[tuple[bytes, bytes]], scheme: str) -> bool:
    """`scheme` is the connection's: ws or wss."""
    origin = parse_origin(single_header(headers, b"origin"))
    if origin is None:
        return False
    return origin in trusted_origins() or origin == request_origin(headers, scheme)


def is_own_page(request: HttpRequest) -> bool:
    """Whether the request comes from a page of ours or from no page at all: programs send no `Origin`."""
    said = request.headers.get("Origin")
    if said is None:
        return True
    origin = parse_origin(said)
    return origin is not None and (
        origin in trusted_origins() or origin == parse_origin(f"{request.scheme}://{request.get_host()}")
    )


def request_origin(headers: Sequence[tuple[bytes, bytes]], scheme: str) -> Origin | None:
    """None for a host that is not in ALLOWED_HOSTS."""
    host = single_header(headers, b"host")
    domain, _port = split_domain_port(host)
    if not domain or not validate_host(domain, allowed_hosts()):
        return None
    is_secure = scheme == "wss" or settings.SECURE_SSL_REDIRECT or is_forwarded_https(headers)
    return parse_origin(f"{'https' if is_secure else 'http'}://{host}")


def is_forwarded_https(headers: Sequence[tuple[bytes, bytes]]) -> bool:
    """A proxy that is trusted (BEHIND_PROXY) says so."""
    if settings.SECURE_PROXY_SSL_HEADER is None:
        return False
    name, value = settings.SECURE_PROXY_SSL_HEADER
    return single_header(headers, name.removeprefix("HTTP_").replace("_", "-").lower().encode()) == value


def trusted_origins() -> Collection[Origin]:
    written = [settings.SITE_URL, *settings.CSRF_TRUSTED_ORIGINS]
    return {origin for one in written if (origin := parse_origin(one.rstrip("/"))) is not None}


def allowed_hosts() -> list[str]:
    local = ["localhost", "127.0.0.1", "[::1]"] if settings.DEBUG else []
    return settings.ALLOWED_HOSTS or local


def parse_origin(written: str) -> Origin | None:
    """None for whatever is not exactly a scheme, a host and perhaps a port: no path, no person, no list, no null."""
    found = ORIGIN.fullmatch(written)
    if found is None:
        return None
    scheme = found[1].lower()
    port = int(found[3]) if found[3] else PORTS[scheme]
    return (scheme, found[2].lower(), port) if port < 65_536 else None


def single_header(headers: Sequence[tuple[bytes, bytes]], name: bytes) -> str:
    """The header's value; empty when it is missing or stands there twice."""
    values = [value for key, value in headers if key == name]
    return values[0].decode("latin-1") if len(values) == 1 else ""
