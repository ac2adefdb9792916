"""Where the websocket is."""

from django.urls import path

from apps.chat.web.chat_websocket import chat_socket

websocket_urlpatterns = [path("ws/chat/", chat_socket)]  # type: ignore[arg-type]  # Channels routes ASGI applications
