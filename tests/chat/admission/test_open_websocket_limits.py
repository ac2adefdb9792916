"""One address cannot take all places, and who gets none is told so."""

import asyncio
import json
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from apps.chat.admission import open_websocket_limits
from apps.chat.admission.open_websocket_limits import OpenSockets, TooManySockets
from apps.chat.web.chat_websocket import chat_socket


def test_an_address_has_its_places_and_gives_them_back(settings: Settings) -> None:
    settings.MOST_SOCKETS_OF_ADDRESS = 1
    sockets_open = OpenSockets()
    with sockets_open.place_for("203.0.113.7"):
        with pytest.raises(TooManySockets), sockets_open.place_for("203.0.113.7"):
            pass
        with sockets_open.place_for("203.0.113.8"):
            pass
    with sockets_open.place_for("203.0.113.7"):
        pass


def test_addresses_of_one_household_count_as_one(settings: Settings) -> None:
    settings.MOST_SOCKETS_OF_ADDRESS = 1
    sockets_open = OpenSockets()
    with (
        sockets_open.place_for("2001:db8::1"),
        pytest.raises(TooManySockets),
        sockets_open.place_for("2001:db8::2"),
    ):
        pass


def test_all_together_have_their_places_too(settings: Settings) -> None:
    settings.MOST_SOCKETS = 2
    sockets_open = OpenSockets()
    with (
        sockets_open.place_for("127.0.0.1"),
        sockets_open.place_for("127.0.0.1"),
        pytest.raises(TooManySockets),
        sockets_open.place_for("203.0.113.7"),
    ):
        pass


def test_one_too_many_is_told_why_and_when_to_come_again(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.MOST_SOCKETS = 0
    monkeypatch.setattr("apps.chat.web.chat_websocket.OPEN_SOCKETS", open_websocket_limits.OpenSockets())
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    asyncio.run(chat_socket({"client": ("203.0.113.7", 1), "cookies": {}}, receive, send))
    accepted, refused, closed = sent
    frame = json.loads(refused["text"])
    assert accepted["type"] == "websocket.accept"
    assert (frame["type"], frame["code"], frame["retry_after"]) == ("error", "too_many_sockets", 30.0)
    assert (closed["type"], closed["code"]) == ("websocket.close", 1013)
