"""URLs of the websocket."""

from typing import Any

from django.urls import path, re_path

from apps.chat.web.chat_websocket import chat_socket

NOT_FOUND = 4404


async def reject_unknown_socket(scope: Any, receive: Any, send: Any) -> None:
    """Every other address: refused before the handshake ends. Without it the router raises an error for each."""
    await receive()
    await send({"type": "websocket.close", "code": NOT_FOUND})


websocket_urlpatterns = [
    path("ws/chat/", chat_socket),  # type: ignore[arg-type]  # Channels routes ASGI applications
    re_path("", reject_unknown_socket),  # type: ignore[arg-type]
]
