"""Answers under way, kept as numbered messages: they go on when a connection breaks, who comes back gets the rest.

An answer goes on to its end, two minutes at most, with nobody connected: who comes back may be led to another process,
which cannot tell the one that writes that somebody waits.
"""

import asyncio
import json
import logging
import time
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import aclosing

from asgiref.sync import sync_to_async
from django.utils import translation
from django.utils.translation import gettext as _

from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.answering.answer_question import stream_turn_events, turn_context
from apps.chat.answering.store_turn import ABANDONED, close_abandoned_turns
from apps.chat.answering.turn_done_event import load_turn_done_event
from apps.chat.models import Turn, TurnState
from apps.chat.turn_state.load_turn_inputs import AlreadyAsked
from apps.chat.turn_state.stop_signal import StopSignal
from apps.chat.turn_state.turn_events import (
    CitationsFound,
    Event,
    HelpOffered,
    StepStarted,
    TextDelta,
    TurnDone,
    TurnFailed,
)
from apps.chat.web import websocket_messages

logger = logging.getLogger(__name__)

FRAME_SECONDS = 0.03
"""No frame of text sooner after another; the first one goes at once. Less than model servers' text is gathered for
(llm/providers/stream_attempt.py), which therefore waits here no second time."""
KEPT_SECONDS = 300.0
MOST_KEPT = 2_000
POLL_SECONDS = 1.0


class LiveAnswer:
    """One answer. Frames are kept as they were sent, so that they can be sent again; `seq` counts from `first`."""

    def __init__(self, message_id: str, *, session_key: str = "", first: int = 1) -> None:
        self.message_id = message_id
        self.session_key = session_key
        self.first = first
        self.stop = StopSignal()
        self.finished = False
        self.is_elsewhere = False
        """Another process writes it, and cannot be told to stop; here its end is waited for."""
        self.is_lost = False
        """The database was away, or nobody read on: who asks again with the same id gets what was stored meanwhile, or
        an answer."""
        self.conversation = ""
        self.task: asyncio.Task[None] | None = None
        self._frames: list[str] = []
        self._followers = 0
        self._changed = asyncio.Event()
        self._text: list[str] = []
        self._text_sent_at = 0.0
        self._timer: asyncio.TimerHandle | None = None

    async def follow(self, after: int = 0) -> AsyncGenerator[str, None]:
        """Frames with a number above `after`, those to come included, until the answer has ended.

        Of an answer that has ended at least the last one: silence would look like a lost connection.
        """
        newest = len(self._frames) - 1 if self.finished else len(self._frames)
        position = max(0, min(after - self.first + 1, newest))
        self._followers += 1
        try:
            while True:
                while position < len(self._frames):
                    position += 1
                    yield self._frames[position - 1]
                if self.finished:
                    return
                await self._changed.wait()
        finally:
            self._followers -= 1

    @property
    def is_left(self) -> bool:
        return not self._followers

    def publish(self, event: Event) -> None:
        """Text is gathered for a moment so that a fast model does not make a frame of every word."""
        if isinstance(event, TextDelta):
            self._text.append(event.text)
            pause = self._text_sent_at + FRAME_SECONDS - time.monotonic()
            if pause <= 0:
                self._send_text()
            elif self._timer is None:
                self._timer = asyncio.get_running_loop().call_later(pause, self._send_text)
            return
        self._send_text()
        if isinstance(event, StepStarted | HelpOffered):
            self.conversation = event.conversation
        # The turn is stored: who reads the last frame may ask on at once.
        self.finished = isinstance(event, TurnDone | TurnFailed)
        self.is_lost = isinstance(event, TurnFailed) and event.code == "database_unavailable"
        self._append(websocket_messages.event_frame(event))

    def end(self) -> None:
        self._send_text()
        self.finished = True
        self._wake()

    def _send_text(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._text:
            text, self._text = "".join(self._text), []
            self._text_sent_at = time.monotonic()
            self._append({"type": "delta", "text": text})

    def _append(self, frame: dict[str, object]) -> None:
        numbered = {**frame, "id": self.message_id, "seq": self.first + len(self._frames)}
        self._frames.append(json.dumps(numbered, ensure_ascii=False, separators=(",", ":")))
        self._wake()

    def _wake(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()


def build_answer_key(ask: AskedQuestion) -> str:
    """Returns one key for one message of one asker. Whoever else knows its token and id starts a run of their own,
    which the owner's check ends."""
    if not ask.token:
        return ask.opening_key or ""
    asker = ask.session_key or (ask.user.pk if ask.user is not None else None)
    return json.dumps([ask.token, ask.message_id, asker], default=str)


class LiveAnswers:
    """The answers of this process: those under way, and for some minutes those that have ended."""

    def __init__(self) -> None:
        self._by_key: dict[str, LiveAnswer] = {}
        self._by_conversation: dict[str, LiveAnswer] = {}

    def start(self, ask: AskedQuestion, answer_key: str) -> LiveAnswer:
        """The answer to this key: the one there is, or a new one."""
        run = self._by_key.get(answer_key)
        if run is None:
            run = self._by_key[answer_key] = LiveAnswer(ask.message_id, session_key=ask.session_key)
            self._launch(run, run_answer(run, ask, self._remember), answer_key)
        return run

    def replay(self, turn: Turn, *, after: int) -> LiveAnswer:
        """A stored answer as frames that follow number `after`."""
        run = LiveAnswer(turn.client_message_id, first=after + 1)
        run.conversation = turn.conversation.token
        run.is_elsewhere = True
        self._launch(run, replay_answer(run, turn), "")
        return run

    def find(self, answer_key: str) -> LiveAnswer | None:
        return self._by_key.get(answer_key)

    def latest(self, token: str) -> LiveAnswer | None:
        """The newest answer of a conversation, as far as this process knows it."""
        return self._by_conversation.get(token)

    def _remember(self, run: LiveAnswer) -> None:
        self._by_conversation[run.conversation] = run

    def _launch(self, run: LiveAnswer, work: Coroutine[object, object, None], answer_key: str) -> None:
        run.task = asyncio.create_task(work)
        run.task.add_done_callback(lambda task: self._ended(run, task, answer_key))

    def _ended(self, run: LiveAnswer, task: "asyncio.Task[None]", answer_key: str) -> None:
        if not task.cancelled() and task.exception() is not None:
            logger.error("The answer to %s failed.", run.message_id, exc_info=task.exception())
            run.publish(internal_error())
        run.end()
        if not answer_key:
            return
        if run.is_lost and self._by_key.get(answer_key) is run:
            # A reader who comes back gets the same; one who asks again is answered.
            del self._by_key[answer_key]
        asyncio.get_running_loop().call_later(KEPT_SECONDS, self._forget, run, answer_key)
        if len(self._by_key) > MOST_KEPT:
            self._forget_oldest()

    def _forget_oldest(self) -> None:
        answer_key = next((key for key, run in self._by_key.items() if run.finished), None)
        if answer_key is not None:
            self._forget(self._by_key[answer_key], answer_key)

    def _forget(self, run: LiveAnswer, answer_key: str) -> None:
        if self._by_key.get(answer_key) is run:
            del self._by_key[answer_key]
        if self._by_conversation.get(run.conversation) is run:
            del self._by_conversation[run.conversation]


async def run_answer(run: LiveAnswer, ask: AskedQuestion, begun: Callable[[LiveAnswer], None]) -> None:
    """Makes the answer; when it exists already (another process, an old tab), shows that one."""
    async with turn_context():
        try:
            async with aclosing(stream_turn_events(ask, stop=run.stop)) as events:
                async for event in events:
                    is_first = not run.conversation
                    run.publish(event)
                    if is_first and run.conversation:
                        begun(run)
        except AlreadyAsked as asked:
            run.is_elsewhere = True
            await replay_stored(run, asked.turn)


async def replay_answer(run: LiveAnswer, turn: Turn) -> None:
    async with turn_context():
        await replay_stored(run, turn)


async def replay_stored(run: LiveAnswer, turn: Turn) -> None:
    """Waits for the end of a turn that another process works on, while somebody reads, then shows it."""
    while (stored := await sync_to_async(ended_turn)(turn)) is None:
        await asyncio.sleep(POLL_SECONDS)
        if run.is_left:
            run.is_lost = True
            return
    for event in await sync_to_async(events_of_stored_turn)(stored):
        run.publish(event)


def ended_turn(turn: Turn) -> Turn | None:
    """The turn as stored, once it has ended; None before. One that nobody works on any more is ended here."""
    close_abandoned_turns(Turn.objects.filter(pk=turn.pk))
    ended = Turn.objects.select_related("conversation").filter(pk=turn.pk, state__in=Turn.END_STATES)
    return ended.first()


def events_of_stored_turn(turn: Turn) -> list[Event]:
    if turn.state == TurnState.FAILED or (turn.state == TurnState.INTERRUPTED and turn.error == ABANDONED):
        return [internal_error(turn.error or "failed", turn.conversation.language)]
    done = load_turn_done_event(turn)
    return [CitationsFound(done.citations), done]


def internal_error(code: str = "internal", language: str | None = None) -> TurnFailed:
    with translation.override(language or translation.get_language()):
        return TurnFailed(code, _("The answer failed. Please ask again."))


LIVE_ANSWERS = LiveAnswers()
