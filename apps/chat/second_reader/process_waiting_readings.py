"""Processes waiting readings: asks the second reader about sentences, a few at a time, after answers were shown."""

import asyncio
from collections.abc import Mapping, Sequence

from asgiref.sync import sync_to_async
from django.db import transaction
from django.utils import timezone

from apps.chat.models import ReadingState, SecondReading, Turn
from apps.chat.second_reader.ask_reader import ask_second_reader
from apps.chat.second_reader.overrule_reader_by_rules import find_objections
from apps.chat.second_reader.parse_reading import UnreadableReading
from apps.chat.second_reader.raise_proof_level import level_by_verdict, write_level_to_turn
from apps.chat.second_reader.reading_language import reading_language
from apps.chat.second_reader.second_reader_models import (
    SecondReader,
    calibrated_languages,
    newest_calibration,
    second_reader_for,
)
from apps.chat.second_reader.second_reading_queue import MOST_ATTEMPTS, claim_readings, count_readings_left_today
from apps.database.worker_connections import run_with_connection
from apps.llm.call_ledger import Ledger
from apps.llm.concurrency_slots.allocate_slots import LAST_RANK
from apps.llm.current_turn import CURRENT_TURN, CurrentTurn
from apps.llm.errors import ModelError
from apps.llm.models import is_remote_model
from apps.llm.transport.priority_semaphore import call_rank

AT_ONCE = 8
"""Sentences of a batch, which are asked about side by side."""
MOST_BATCHES = 25
"""Of one task; the next one goes on, so that a stop of the worker is never far away."""
STORED = ("state", "verdict", "words", "endpoint", "model", "prompt_version", "language", "objections", "is_shown",
          "read_at")  # fmt: skip


def process_waiting_readings() -> int:
    """Reads what waits, within the budget of the day; returns how many sentences were finished. Sync, calls a model.

    May run twice at the same time and be killed at any moment: a sentence that is not read stays as it was.
    """
    ended = 0
    for _batch in range(MOST_BATCHES):
        rows = claim_readings(min(AT_ONCE, count_readings_left_today()))
        if not rows:
            break
        readers = {language: reader for language in calibrated_languages() if (reader := second_reader_for(language))}
        run_with_connection(read_batch(rows, readers))
        ended += sum(row.state != ReadingState.WAITING for row in rows)
        if all(row.state == ReadingState.WAITING for row in rows):
            # Nobody answers: the sentences are tried again when their claim has run out.
            break
    return ended


async def read_batch(rows: Sequence[SecondReading], readers: Mapping[str, SecondReader]) -> None:
    call_rank.set(LAST_RANK)
    async with asyncio.TaskGroup() as group:
        for row in rows:
            group.create_task(read_one(row, readers))


async def read_one(row: SecondReading, readers: Mapping[str, SecondReader]) -> None:
    """Asks and stores what came. A sentence in a language in which nobody is measured is left to the reader's eyes."""
    # The task's own context: what is asked and written here belongs to the turn, whose answer was shown long ago.
    CURRENT_TURN.set(CurrentTurn(str(row.turn_id)))
    reader = readers.get(reading_language(row.claim, row.quotes))
    if reader is None or await sync_to_async(is_barred_from_reading)(reader, row):
        row.state = ReadingState.FAILED
        await sync_to_async(store_reading)(row, None)
        return
    ledger = Ledger()
    for name, value in reader.columns.items():
        setattr(row, name, value)
    try:
        row.verdict, row.words = await ask_second_reader(reader.model(ledger), reader.prompt, row.claim, row.quotes)
        row.state = ReadingState.READ
    except UnreadableReading:
        row.state = ReadingState.UNREADABLE
    except ModelError:
        row.state = ReadingState.FAILED if row.attempts + 1 >= MOST_ATTEMPTS else ReadingState.WAITING
    await sync_to_async(store_reading)(row, reader)
    await sync_to_async(ledger.save)(f"turn:{row.turn_id}")


def is_barred_from_reading(reader: SecondReader, row: SecondReading) -> bool:
    """Whether the sentence stays in the house, or its turn is gone, and the reader is outside. A few queries, none for
    a reader within."""
    if not is_remote_model(reader.row):
        return False
    turn = Turn.objects.filter(pk=row.turn_id).first()
    return turn is None or turn.stays_in_house()


@transaction.atomic
def store_reading(row: SecondReading, reader: SecondReader | None) -> None:
    """The verdict in its row, and what it changes in the turn. Nothing where the turn is gone meanwhile."""
    if not SecondReading.objects.filter(pk=row.pk).exists():
        return
    if row.verdict and reader is not None:
        row.objections = list(find_objections(row.claim, row.quotes))
        level = level_by_verdict(row.verdict, newest_calibration(reader), row.objections)
        row.is_shown = level is not None and write_level_to_turn(row, level)
    row.read_at = None if row.state == ReadingState.WAITING else timezone.now()
    SecondReading.objects.filter(pk=row.pk).update(**{name: getattr(row, name) for name in STORED})
