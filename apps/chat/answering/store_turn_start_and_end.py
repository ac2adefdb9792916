"""The first and the last row of a turn under way: inserted beside the search, stored at the end, however it ends."""

import asyncio
import logging
import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from django.db import DatabaseError, IntegrityError

from apps.chat.answering import store_turn
from apps.chat.answering.turn_failed_event import failed_event
from apps.chat.turn_state.load_turn_inputs import AlreadyAsked
from apps.chat.turn_state.turn_draft import TurnDraft
from apps.chat.turn_state.turn_events import CitationsFound, Event, TurnDone
from apps.database.async_access import PATIENCE, PAUSE, retry_in_database, use_shared_threads
from apps.database.postgresql.outage_errors import is_outage_error

logger = logging.getLogger(__name__)

Result = TypeVar("Result")

LAST_ATTEMPT = store_turn.ABANDONED_AFTER.total_seconds() - PATIENCE
"""Seconds after the beginning of a turn up to which it is tried again to store its end behind the reader's back: later
ones mostly end when the turn counts as abandoned. Once it is tried in any case: an end that comes late is better than
none."""
STORED_LATER: "dict[asyncio.Task[None], None]" = {}
"""Those that wait, the oldest first, which alone tries: others would take the threads of the questions that are asked
meanwhile."""


async def insert_turn(draft: TurnDraft) -> None:
    """Stores what was asked. Raises AlreadyAsked."""
    # Until the search waits, too: its statements are sent first, for they are what the reader waits for.
    await asyncio.sleep(0)
    await retry_in_database(store_turn.insert_turn, draft)


async def finish_despite_cancellation(end: Coroutine[Any, Any, Result]) -> Result:
    """The result of `end`, which is waited for even if the caller is cancelled meanwhile, as a call of the interface is
    whose caller has given up: its turn would count as running for minutes. Raises CancelledError then, and as `end`."""
    task = asyncio.ensure_future(end)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise


async def end_turn(draft: TurnDraft, insertion: "asyncio.Future[None]") -> list[Event]:
    """The last events, once the turn is stored; where the database stays away they say so, and the turn is stored as
    soon as it is back: whoever asks again under the same id gets that answer. Raises AlreadyAsked."""
    ended = time.perf_counter()
    try:
        await insertion
        return await store_end(draft, ended)
    except DatabaseError as error:
        store_end_later(draft, insertion, ended, error)
        return [failed_event(error, draft.snapshot.conversation.language, draft)]


async def store_unread_turn(draft: TurnDraft, insertion: "asyncio.Future[None]") -> None:
    """Stores what there is when nobody reads any more, later where the database stays away."""
    ended = time.perf_counter()
    try:
        with suppress(AlreadyAsked):
            await insertion
            await store_end(draft, ended)
    except DatabaseError as error:
        store_end_later(draft, insertion, ended, error)


async def store_end(draft: TurnDraft, ended: float) -> list[Event]:
    if draft.pages_read is not None:
        await draft.pages_read
    if draft.broken is None:
        done: TurnDone = await retry_in_database(store_turn.complete_turn, draft, ended)
        return [CitationsFound(done.citations), done]
    await retry_in_database(store_turn.mark_turn_failed, draft)
    return [failed_event(draft.broken, draft.snapshot.conversation.language, draft)]


def store_end_later(draft: TurnDraft, insertion: "asyncio.Future[None]", ended: float, error: DatabaseError) -> None:
    """After the reader was answered, since the error may be temporary."""
    if is_outage_error(error):
        # The thread of a request, where that is what the turn works on, ends with it.
        with use_shared_threads():
            later = asyncio.create_task(retry_storing_end(draft, insertion, ended))
        STORED_LATER[later] = None
        later.add_done_callback(log_late_store_failure)


def log_late_store_failure(later: "asyncio.Task[None]") -> None:
    """Nobody awaits it: what went wrong is told to the log."""
    STORED_LATER.pop(later)
    if not later.cancelled() and (error := later.exception()):
        logger.error("The end of an answer was not stored.", exc_info=error)


async def retry_storing_end(draft: TurnDraft, insertion: "asyncio.Future[None]", ended: float) -> None:
    """Raises DatabaseError, TimeoutError."""
    is_tried = False
    while not is_tried or time.perf_counter() - draft.started < LAST_ATTEMPT:
        if next(iter(STORED_LATER)) is not asyncio.current_task():
            await asyncio.sleep(PAUSE)
            continue
        is_tried = True
        try:
            await store_whole_turn(draft, insertion, ended)
        except (AlreadyAsked, IntegrityError):
            # Somebody else's is stored already, or the turn has been deleted meanwhile.
            return
        except DatabaseError as error:
            if not is_outage_error(error):
                raise
        else:
            return
    raise TimeoutError("the database stayed away")


async def store_whole_turn(draft: TurnDraft, insertion: "asyncio.Future[None]", ended: float) -> None:
    """Raises AlreadyAsked, DatabaseError."""
    # Whether its beginning was stored is not known when the connection was lost. One that was and is gone has been
    # deleted.
    if insertion.exception():
        await retry_in_database(store_turn.insert_turn, draft)
    if draft.pages_read is not None:
        await retry_in_database(store_turn.load_pages_and_conflicts, draft)
        draft.pages_read = None
    await store_end(draft, ended)
