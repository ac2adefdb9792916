"""A client of the websocket: it sends and reads frames, and gives up after 15 seconds without one."""

import asyncio
import json
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from asgiref.sync import sync_to_async
from django.db import connections
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

QUESTION = "Wie hoch ist die Gebühr für einen Anwohnerparkausweis?"
QUOTE = "beträgt 30,70 Euro im Jahr"
GOOD = f'Die Gebühr beträgt 30,70 Euro [1].\n\nBELEGE\n[1] "{QUOTE}"'
LONG = "".join(f"Der Satz mit der Nummer {number} steht hier. " for number in range(1, 31))

Frame = dict[str, Any]


@asynccontextmanager
async def client(address: str, **options: Any) -> AsyncIterator[ClientConnection]:
    """A connection whose hello has been read."""
    async with connect(address.replace("http", "ws") + "/ws/chat/", origin=Origin(address), **options) as socket:
        assert (await receive(socket))["type"] == "hello"
        yield socket


async def receive(socket: ClientConnection) -> Frame:
    frame: Frame = json.loads(await asyncio.wait_for(socket.recv(), 15))
    return frame


async def send(socket: ClientConnection, **frame: Any) -> None:
    await socket.send(json.dumps(frame))


async def ask(socket: ClientConnection, text: str = QUESTION, **frame: Any) -> str:
    message_id = str(frame.pop("id", uuid.uuid4()))
    await send(socket, type="ask", id=message_id, text=text, **frame)
    return message_id


async def until(socket: ClientConnection, *kinds: str) -> list[Frame]:
    frames = [await receive(socket)]
    while frames[-1]["type"] not in kinds:
        frames.append(await receive(socket))
    return frames


async def closing_code(socket: ClientConnection, *messages: str) -> int | None:
    """Sends until the server closes the connection; the code it gives as the reason."""
    try:
        for message in messages:
            await socket.send(message)
        while True:
            await receive(socket)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def main() -> None:
        try:
            await work()
        finally:
            await sync_to_async(connections.close_all)()

    asyncio.run(main())
