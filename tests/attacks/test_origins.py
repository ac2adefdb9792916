"""Foreign pages that open our websocket with a visitor's cookies."""

from typing import Any

import pytest
from channels.routing import URLRouter
from pytest_django import Settings

from apps.chat.websocket_urls import websocket_urlpatterns
from config.http.websocket_origin import is_own_origin, own_origin_only

HOST = "auskunft.example"


def headers(origin: str | None, host: str = HOST, **more: str) -> list[tuple[bytes, bytes]]:
    said = {"host": host, **({} if origin is None else {"origin": origin}), **more}
    return [(name.replace("_", "-").encode(), value.encode()) for name, value in said.items()]


@pytest.fixture(autouse=True)
def site(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = [HOST, "127.0.0.1"]
    settings.SITE_URL = f"https://{HOST}"
    settings.CSRF_TRUSTED_ORIGINS = ["https://stadt.example:8443", "https://*.stadt.example"]
    settings.SECURE_SSL_REDIRECT = False
    settings.SECURE_PROXY_SSL_HEADER = None


@pytest.mark.parametrize(
    ("origin", "host", "scheme"),
    [
        (f"https://{HOST}", HOST, "wss"),
        (f"https://{HOST}:443", HOST, "wss"),
        (f"HTTPS://{HOST.upper()}", HOST, "wss"),
        ("http://127.0.0.1:8000", "127.0.0.1:8000", "ws"),
        ("https://stadt.example:8443", HOST, "wss"),
        (f"https://{HOST}", "127.0.0.1:8000", "ws"),  # SITE_URL: the proxy hands on another name
    ],
)
def test_our_own_pages_open_it(origin: str, host: str, scheme: str) -> None:
    assert is_own_origin(headers(origin, host), scheme)


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "",
        "null",
        f"http://{HOST}",
        f"https://{HOST}:8443",
        f"https://{HOST}:80",
        f"https://{HOST}:99999",
        f"https://{HOST}:",
        f"ftp://{HOST}",
        f"ws://{HOST}",
        f"//{HOST}",
        HOST,
        f"https://user@{HOST}",
        f"https://user:password@{HOST}",
        f"https://evil.example@{HOST}",
        f"https://{HOST} https://evil.example",
        f"https://evil.example https://{HOST}",
        f"https://{HOST},https://evil.example",
        f"https://{HOST}/",
        f"https://{HOST}/path",
        f"https://{HOST}?a",
        f"https://{HOST}#a",
        f"https://{HOST}.",
        f"https://{HOST}.evil.example",
        f"https://evil{HOST}",
        f"https://sub.{HOST}",
        "https://any.stadt.example",
        "https://stadt.example",
        f"https://{HOST}\\@evil.example",
        f"https://{HOST}\t",
        f" https://{HOST}",
        "https://evil.example",
        "https://[::1]",
        "https://аuskunft.example".encode().decode("latin-1"),
    ],
)
def test_whoever_else_is_refused(origin: str | None) -> None:
    assert not is_own_origin(headers(origin), "wss")


def test_a_host_that_is_not_ours_proves_nothing_although_the_origin_is_the_same() -> None:
    assert not is_own_origin(headers("http://evil.example", "evil.example"), "ws")


def test_two_origins_are_none() -> None:
    twice = [*headers(f"https://{HOST}"), (b"origin", b"https://evil.example")]
    assert not is_own_origin(twice, "wss")


def test_behind_a_proxy_its_word_for_https_counts_where_it_is_trusted(settings: Settings) -> None:
    settings.SITE_URL = "http://localhost:8000"
    said = headers(f"https://{HOST}", x_forwarded_proto="https")
    assert not is_own_origin(said, "ws")
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert is_own_origin(said, "ws")


async def test_a_foreign_page_is_refused_before_the_handshake_ends() -> None:
    sent: list[dict[str, Any]] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "websocket.accept"})

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    scope = {"type": "websocket", "scheme": "wss", "headers": headers("https://evil.example")}
    await own_origin_only(application)(scope, receive, send)
    assert [message["type"] for message in sent] == ["websocket.close"]
    await own_origin_only(application)(scope | {"headers": headers(f"https://{HOST}")}, receive, send)
    assert [message["type"] for message in sent] == ["websocket.close", "websocket.accept"]


async def test_a_socket_at_an_unknown_address_is_refused_without_a_word_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    for path in ("/ws/other/", "/", "/ws/chat", "/ws/chat/more/", "/\0", "/\udcff"):
        await URLRouter(websocket_urlpatterns)({"type": "websocket", "path": path, "headers": []}, receive, send)
    assert [message["type"] for message in sent] == ["websocket.close"] * 6
    assert caplog.records == []
