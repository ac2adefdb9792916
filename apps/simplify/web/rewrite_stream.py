"""Streams a rewrite as server-sent events, to the page and the API: each shows it in its own form."""

import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

from asgiref.sync import sync_to_async
from django.contrib.auth.models import User
from django.utils import translation

from apps.event_stream import named_event
from apps.llm.call_ledger import Ledger
from apps.simplify.errors import SimplifyError, broken_off_message
from apps.simplify.retention import store_rewrite
from apps.simplify.rewriting.rewrite_text import RewriteDone, RewriteEvent

logger = logging.getLogger(__name__)


async def stream_rewrite_events(
    events: AsyncGenerator[RewriteEvent, None],
    shown: Callable[[RewriteEvent], bytes],
    *,
    ledger: Ledger,
    user: User | None,
    language: str | None,
) -> AsyncGenerator[bytes, None]:
    """What `shown` makes of each event in the reader's language: the request's own is over when the stream runs.

    A reader who leaves ends the models' streams; what was used is written down all the same. Whatever ends it early is
    the last event: `error` with a code and a message. Calls models and writes the database.
    """
    try:
        async with aclosing(events):
            async for event in events:
                if isinstance(event, RewriteDone):
                    await sync_to_async(store_rewrite)(event.outcome, user)
                with translation.override(language):
                    part = shown(event)
                yield part
    except SimplifyError as error:
        with translation.override(language):
            message = str(error)
        yield named_event("error", {"code": error.code, "message": message})
    except Exception:
        # Readers of the stream must learn that it has ended, whatever the reason.
        logger.exception("A rewrite broke off.")
        yield named_event("error", {"code": "failed", "message": broken_off_message(language)})
    finally:
        await sync_to_async(ledger.save)("simplify")
