"""Lets chat's second reader check plain-language rewrites, which simplify requests through a hook.

A rewrite has to say what its original says and to leave nothing out, so the reader is asked both ways. Before the first
sentence it must once more refuse a false one that it refused when it was measured: who was exchanged for one that
agrees with everything, behind the same address and name, is not believed.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from asgiref.sync import sync_to_async

from apps.chat.models import ReaderCalibration, ReadingVerdict
from apps.chat.second_reader.ask_reader import ask_second_reader
from apps.chat.second_reader.overrule_reader_by_rules import find_objections
from apps.chat.second_reader.parse_reading import UnreadableReading
from apps.chat.second_reader.reading_language import reading_language
from apps.chat.second_reader.second_reader_models import (
    SecondReader,
    is_second_reader_remote,
    languages_read_again,
    newest_calibration,
    second_reader_for,
)
from apps.chat.second_reader.second_reading_queue import REWRITES, count_readings_left_today
from apps.evaluation.second_reader_calibration.labelled_cases import BadCases, LabelledCase, collect_labelled_cases
from apps.llm.call_ledger import Ledger
from apps.llm.concurrency_slots.allocate_slots import LAST_RANK
from apps.llm.errors import ModelError
from apps.llm.transport.priority_semaphore import call_rank
from apps.simplify.second_reading.reader_hook import IsFaithful, OpenReader

MOST_SENTENCES = 40
"""Sentences; those that follow stay to be read by people."""
CALLS_A_SENTENCE = 2
AT_ONCE = 4
LONGEST_SECONDS = 30.0
"""For all sentences of a text: somebody waits for it."""


@dataclass(frozen=True, slots=True)
class MeasuredReader:
    """`control` is a sentence that its quotes do not support, as this reader found, too, when it was measured."""

    reader: SecondReader
    control: LabelledCase
    sentences_left: int


def reader_of_rewrites(in_house: bool) -> OpenReader | None:
    """None where nobody is measured, or may read what stays in the house. A few queries in a minute."""
    if in_house and is_second_reader_remote():
        return None
    return open_reader if languages_read_again() else None


@asynccontextmanager
async def open_reader() -> AsyncIterator[IsFaithful]:
    """For one text. Writes the ledger at its end."""
    readings = RewriteReadings()
    try:
        yield readings.is_faithful
    finally:
        await sync_to_async(readings.ledger.save)(REWRITES)


@dataclass(slots=True)
class RewriteReadings:
    """The readings of one text in one language: nothing is loaded before a sentence needs it."""

    ledger: Ledger = field(default_factory=Ledger)
    measured: MeasuredReader | None = None
    asked: int = 0
    is_over: bool = False
    """The time has run out, the model is away, or it failed the control: nothing more is asked."""
    _ends_at: float | None = None
    _loading: asyncio.Lock = field(default_factory=asyncio.Lock)
    _places: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(AT_ONCE))

    async def is_faithful(self, before: str, after: str) -> bool:
        """Whether the reader finds that each follows from the other and no rule objects. Calls a model, raises nothing.

        Rules come first: what they hold against a sentence no reader outweighs.
        """
        language = reading_language(after, [before])
        if not language or self.is_over or await asyncio.to_thread(has_objection, before, after):
            return False
        call_rank.set(LAST_RANK)
        async with self._places:
            return await self._within_time(language, before, after)

    async def _within_time(self, language: str, before: str, after: str) -> bool:
        try:
            async with asyncio.timeout_at(self._deadline()):
                return await self._read(language, before, after)
        except (ModelError, TimeoutError):
            self.is_over = True
        except UnreadableReading:
            pass
        return False

    def _deadline(self) -> float:
        """Returns the deadline in seconds of the loop's clock; it begins with the first sentence."""
        if self._ends_at is None:
            self._ends_at = asyncio.get_running_loop().time() + LONGEST_SECONDS
        return self._ends_at

    async def _read(self, language: str, before: str, after: str) -> bool:
        """Raises ModelError, UnreadableReading."""
        await self._load(language)
        measured = self.measured
        if measured is None or self.is_over or self.asked >= measured.sentences_left:
            return False
        if measured.reader.language != language:
            return False
        self.asked += 1
        reader = measured.reader
        return await self._supports(reader, after, (before,)) and await self._supports(reader, before, (after,))

    async def _load(self, language: str) -> None:
        """Loads the reader with the first sentence, once. Raises ModelError."""
        async with self._loading:
            if self.measured is not None or self.is_over:
                return
            found = await sync_to_async(load_measured_reader)(language)
            try:
                passed = found is not None and await self._refuses(found)
            except UnreadableReading:
                passed = False
            self.measured, self.is_over = found, not passed

    async def _refuses(self, measured: MeasuredReader) -> bool:
        control = measured.control
        return not await self._supports(measured.reader, control.claim, control.quotes)

    async def _supports(self, reader: SecondReader, claim: str, quotes: tuple[str, ...]) -> bool:
        verdict, _words = await ask_second_reader(reader.model(self.ledger), reader.prompt, claim, quotes)
        return verdict == ReadingVerdict.SUPPORTED


def has_objection(before: str, after: str) -> bool:
    """Whether a rule holds something against the rewrite, or against what it leaves out."""
    return bool(find_objections(after, [before]) or find_objections(before, [after]))


def load_measured_reader(language: str) -> MeasuredReader | None:
    """The connected reader where its measurement suffices and the day's budget is not spent. A few queries."""
    if language not in languages_read_again() or (reader := second_reader_for(language)) is None:
        return None
    calibration = newest_calibration(reader)
    sentences = min(MOST_SENTENCES, count_readings_left_today() // CALLS_A_SENTENCE)
    if calibration is None or not calibration.suffices or not sentences:
        return None
    control = choose_control_case(calibration)
    return MeasuredReader(reader, control, sentences) if control else None


def choose_control_case(calibration: ReaderCalibration) -> LabelledCase | None:
    """A false sentence that this reader told from a true one; another one each minute. None without any."""
    try:
        cases = [case for case in collect_labelled_cases(calibration.language) if not case.is_supported]
    except BadCases:
        return None
    refused = [case for case in cases if calibration.verdicts.get(case.key) in REFUSED]
    return refused[int(time.time() // 60) % len(refused)] if refused else None


REFUSED = frozenset({ReadingVerdict.NOT_SAID.value, ReadingVerdict.CONTRADICTED.value})
