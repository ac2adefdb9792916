"""Answers abandoned interactions, or apologises: nobody waits for ever because a process died.

Not by the queue: its workers may all be busy with a long import, and people wait. After a kill it takes a lease (15 s)
and a look (5 s) until a question is taken up again, three times at most: the third brings an apology.
"""

import asyncio
import logging
import threading
import uuid
from collections.abc import Coroutine, Iterable
from typing import Any

from django.conf import settings
from django.db import Error, connection

from apps.chat.answering.answer_question import turn_context
from apps.chat.channels.delivery import claim_interactions, notify_of_improved_answers, request_supervisor_approval
from apps.chat.channels.delivery.answer_platform_question import answer_interaction
from apps.database.async_access import run_in_database

logger = logging.getLogger(__name__)

INTERVAL = 5.0
MOST_AT_ONCE = 200


def is_connected() -> bool:
    """Whether any platform is set up; otherwise there is nothing to look for."""
    return bool(settings.SLACK_BOT_TOKEN or settings.TEAMS_APP_ID)


def start_watch_thread() -> None:
    """Looks every few seconds from a thread of its own, as long as this process lives."""
    if is_connected():
        threading.Thread(target=watch_in_thread, name="rescuing", daemon=True).start()


def preload_slack_app() -> None:
    """Loads Slack's library beside the first requests: they must be acknowledged within three seconds."""
    if settings.SLACK_BOT_TOKEN and settings.SLACK_SIGNING_SECRET:
        from apps.chat.channels.slack.incoming.bolt_app import bolt_app

        bolt_app()


def watch_in_thread(stop: threading.Event | None = None) -> None:
    stop = stop or threading.Event()
    preload_slack_app()
    while not stop.wait(INTERVAL):
        try:
            ids = overdue_ids()
            if ids:
                asyncio.run(answer_overdue_interactions(ids))
            if notify_of_improved_answers.owed_notes() or request_supervisor_approval.requests_to_repeat():
                asyncio.run(send_owed_messages())
        except Error as error:
            logger.warning("Nobody looks after open questions at the moment: %s.", type(error).__name__)
        finally:
            connection.close()


def overdue_ids() -> list[uuid.UUID]:
    """Oldest first. Queries the database."""
    return list(
        claim_interactions.unattended_interactions().order_by("created_at").values_list("pk", flat=True)[:MOST_AT_ONCE]
    )


async def answer_overdue_interactions(interaction_ids: list[uuid.UUID]) -> None:
    """Two at once share the work: a claim decides. One that breaks is logged and leaves the others alone."""
    logger.info("%d open questions are taken over.", len(interaction_ids))
    await gather_and_log_failures("An open question could not be answered.", map(answer_interaction, interaction_ids))


async def send_owed_messages() -> None:
    """Notes of better answers, and requests for approval that somebody did not get. Calls the platforms."""
    async with turn_context():
        owed = [notify_of_improved_answers.send_owed_notes(), request_supervisor_approval.ask_unreached()]
        await gather_and_log_failures("A message that is owed could not be sent.", owed)


async def gather_and_log_failures(failure: str, works: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Carries out all of them; what breaks is logged as `failure`. Whoever looks after open questions must go on."""
    for failed in await asyncio.gather(*works, return_exceptions=True):
        if failed is not None:
            logger.error(failure, exc_info=failed)


async def watch_in_event_loop() -> None:
    """Answers overdue interactions and sends owed messages every INTERVAL seconds, on the running event loop."""
    while True:
        await asyncio.sleep(INTERVAL)
        try:
            async with turn_context():
                ids = await run_in_database(overdue_ids)
            if ids:
                await answer_overdue_interactions(ids)
            await send_owed_messages()
        except Error as error:
            logger.warning("Nobody looks after open questions at the moment: %s.", type(error).__name__)
