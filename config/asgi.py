"""Entry of the web process: HTTP by Django, the chat by websocket."""

import asyncio
import gc
import os
from contextlib import suppress
from threading import Thread
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("AUSKUNFT_PROCESS", "web")

from config.skip_unused_imports import skip_unused_imports

# What is loaded here stays: to look for what is gone among it took a tenth of the start. `warm_up_language_tables` goes
# on with it.
gc.disable()
skip_unused_imports()

import django  # noqa: E402

django.setup(set_prefix=False)

from config.http.bodies.set_length_of_chunked_body import LengthAwareHandler  # noqa: E402

http_application: Any = LengthAwareHandler()

from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.sessions import CookieMiddleware  # noqa: E402
from django.urls import path  # noqa: E402

from apps.chat.channels import answer_abandoned_interactions  # noqa: E402
from apps.chat.websocket_urls import websocket_urlpatterns  # noqa: E402
from apps.documents.pages import delete_pictures_without_file  # noqa: E402
from apps.documents.parsing.detect_stale_code import StaleParserCode  # noqa: E402
from apps.simplify.rewriting import run_rewrite_child  # noqa: E402
from config.console.upload_progress_websocket import upload_socket  # noqa: E402
from config.error_responses import refusal_response  # noqa: E402
from config.http.bodies.body_limit import limit_bodies  # noqa: E402
from config.http.delay_refused_callers import delay_refused_callers  # noqa: E402
from config.http.websocket_origin import own_origin_only  # noqa: E402
from config.monitoring import otlp_metrics_export  # noqa: E402
from config.processes import heartbeats  # noqa: E402
from config.warm_up_web_process import preload_embedding_model, warm_up_language_tables  # noqa: E402
from config.who_may_upload import may_upload  # noqa: E402

USUAL, UPLOADS = 2 * 2**20, 257 * 2**20
"""Bytes of a request body: a megabyte of text with what its form adds, and the largest upload with the same."""
TABLES_SECONDS = 3.0
"""Until the process answers without them: where the database cannot be reached, health is told all the same."""
REWRITES_AFTER_SECONDS = 3.0
"""What rewrites long texts loads for a second and a half: the first answer has the processor to itself."""
UPLOADS_SOCKET = path("ws/uploads/", upload_socket)  # type: ignore[arg-type]  # Channels routes ASGI applications

# A foreign page that connects with a visitor's cookie is refused before the handshake ends.
application = ProtocolTypeRouter(
    {
        "http": limit_bodies(
            delay_refused_callers(http_application, refusal_response), USUAL, UPLOADS, may_upload, refusal_response
        ),
        "websocket": own_origin_only(
            delay_refused_callers(
                CookieMiddleware(URLRouter([UPLOADS_SOCKET, *websocket_urlpatterns])), refusal_response
            )
        ),
    }
)


def start_rewrite_child_soon() -> None:
    """From the main thread, with whose end it ends. A text that comes sooner starts it itself."""
    try:
        asyncio.get_running_loop().call_later(REWRITES_AFTER_SECONDS, start_rewrite_child)
    except RuntimeError:
        # Loaded by something else than a server.
        start_rewrite_child()


def start_rewrite_child() -> None:
    # The first long text says so again.
    with suppress(StaleParserCode):
        run_rewrite_child.start_rewrite_fork_server()


heartbeats.start("web")
tables = Thread(target=warm_up_language_tables, name="tables", daemon=True)
tables.start()
# The first answer needs them anyway; what is loaded beside it takes 15 MB more, which lie scattered for good.
tables.join(TABLES_SECONDS)
Thread(target=preload_embedding_model, name="meaning", daemon=True).start()
start_rewrite_child_soon()
answer_abandoned_interactions.start_watch_thread()
delete_pictures_without_file.start_hourly_thread()
otlp_metrics_export.start()
