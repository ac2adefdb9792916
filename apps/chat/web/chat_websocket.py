"""The chat's websocket: reads frames, starts or joins answers, sends what they say. Knows no model and no document.

Not built on Channels' consumer classes: these enter a thread for each frame and hold a queue for each connection, which
thousands of idle readers would pay for.
"""

import asyncio
import json
import logging
import time
import uuid
from collections.abc import Awaitable, Callable
from contextlib import aclosing, suppress
from dataclasses import replace
from typing import Any

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import DatabaseError
from django.utils import translation
from django.utils.translation import gettext as _

from apps.chat.admission import connection_rate_limit
from apps.chat.admission.asked_question import AskedQuestion
from apps.chat.admission.open_websocket_limits import OPEN_SOCKETS, RETRY_AFTER, TooManySockets
from apps.chat.admission.opening_key import compute_opening_key
from apps.chat.admission.retry_after import wait_in_whole_seconds
from apps.chat.admission.throttle_refused_callers import REFUSED_CALLERS, WEBSOCKETS
from apps.chat.ai_notices import AI_NOTICE, notice_for_anonymous_visitors
from apps.chat.answering.answer_question import turn_context
from apps.chat.models import Conversation, Turn
from apps.chat.models.visitor_fingerprints import is_rate_limited_address, network_of_address
from apps.chat.second_reader.second_reading_queue import count_waiting_readings
from apps.chat.store_feedback import store_feedback
from apps.chat.turn_state.conversation_ownership import (
    UnknownConversation,
    check_conversation_owner,
    user_if_signed_in,
    user_of_session,
)
from apps.chat.turn_state.stop_signal import Stopped, StopSignal
from apps.chat.web import websocket_messages
from apps.chat.web.resumable_answers import LIVE_ANSWERS, LiveAnswer, build_answer_key
from apps.chat.web.websocket_messages import BadFrame, FeedbackFrame, LevelsFrame, ResumeFrame, StopFrame
from apps.database.async_access import run_in_database

logger = logging.getLogger(__name__)

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]

SEND_SECONDS = 10.0
NOTICE_SECONDS = 5.0
"""How long the first frame says the same without asking the database."""
IDLE_SECONDS = 15 * 60.0
MOST_REFUSED = 20
"""Frames over the limit that are answered; then the connection is closed."""
REFUSED_SECONDS = 0.2
"""How long nothing more is read after such a refusal, and after that of a question too many."""
TOO_MUCH, IDLE, TRY_AGAIN = 1008, 1001, 1013


class ClientGone(Exception):  # noqa: N818 - not an error: people leave
    """The client has left, or does not read."""


async def chat_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """The ASGI application of one connection."""
    if (await receive())["type"] != "websocket.connect":
        return
    connection = ChatConnection(scope, send)
    try:
        await send({"type": "websocket.accept"})
        with OPEN_SOCKETS.place_for(connection.address()):
            await connection.say_hello()
            await connection.listen(receive)
    except TooManySockets:
        with suppress(ClientGone):
            await connection.turn_away()
    except ClientGone:
        pass
    finally:
        connection.leave()


class FirstNotices:
    """What everybody is told before the first question, by language. Kept for some seconds: thousands may connect at
    once. Belongs to one event loop."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[float, str]] = {}

    async def in_language(self, language: str) -> str:
        """In the language in force; the usual sentence while the database is away."""
        until, notice = self._kept.get(language, (0.0, str(AI_NOTICE)))
        if time.monotonic() < until:
            return notice
        # Connections made meanwhile do not ask as well.
        self._kept[language] = (time.monotonic() + NOTICE_SECONDS, notice)
        with suppress(DatabaseError):
            async with turn_context():
                notice = await run_in_database(notice_for_anonymous_visitors)
        self._kept[language] = (time.monotonic() + NOTICE_SECONDS, notice)
        return notice


FIRST_NOTICES = FirstNotices()


class ChatConnection:
    """What is known of one connected client."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._scope = scope
        self._send_message = send
        cookies = scope.get("cookies", {})
        self._session_key: str = cookies.get(settings.SESSION_COOKIE_NAME, "")
        self._visitor: str = self._session_key or cookies.get(settings.CSRF_COOKIE_NAME, "")
        self._chosen_language: str | None = language_if_supported(cookies.get(settings.LANGUAGE_COOKIE_NAME))
        self._language = self._chosen_language or settings.LANGUAGE_CODE
        self._asks = connection_rate_limit.question_token_bucket()
        self._frames = connection_rate_limit.frame_token_bucket()
        self._refused = 0
        self._unread = StopSignal()
        self._run: LiveAnswer | None = None
        self._pump: asyncio.Task[None] | None = None
        self._answer_keys: dict[str, str] = {}
        self._tokens: set[str] = set()

    async def say_hello(self) -> None:
        with translation.override(self._language):
            await self.send(websocket_messages.hello_frame(await FIRST_NOTICES.in_language(self._language)))

    async def turn_away(self) -> None:
        """Says why nobody listens here, and when to come again. Raises ClientGone."""
        with translation.override(self._language):
            message = _("Too many connections are open at the moment. Please try again in half a minute.")
        await self.send(websocket_messages.error_frame("too_many_sockets", message, retry_after=RETRY_AFTER))
        await self.close(TRY_AGAIN)

    async def listen(self, receive: Receive) -> None:
        """Frames until the client leaves, is silent for too long or sends too many. Raises ClientGone."""
        while True:
            try:
                async with asyncio.timeout(IDLE_SECONDS):
                    with self._unread:
                        message = await receive()
            except Stopped:
                raise ClientGone from None
            except TimeoutError:
                if self._run is None or self._run.finished:
                    return await self.close(IDLE)
                continue
            if message["type"] == "websocket.disconnect":
                return None
            with translation.override(self._language):
                if not await self.answer_frame(message):
                    return await self.close(TOO_MUCH)

    async def answer_frame(self, message: dict[str, object]) -> bool:
        """False when the client has sent too much for too long."""
        wait = self._frames.take()
        try:
            if wait:
                self._refused += 1
                raise BadFrame("rate_limited", _("Too many messages. Please wait a moment."), retry_after=wait)
            await self.handle(message)
        except BadFrame as bad:
            await self.send(websocket_messages.refusal_frame(bad))
            if bad.code == "rate_limited" and is_rate_limited_address(self.address()):
                await self.wait_after_refusal()
        return self._refused < MOST_REFUSED

    async def wait_after_refusal(self) -> None:
        """Frames that come meanwhile are not read: to refuse thousands a second would cost everybody else time."""
        if self._refused >= MOST_REFUSED:
            REFUSED_CALLERS.add((network_of_address(self.address()), WEBSOCKETS))
        await asyncio.sleep(REFUSED_SECONDS)

    async def handle(self, message: dict[str, Any]) -> None:
        text = message.get("text")
        if text is None:
            raise BadFrame("binary", _("Only text messages are understood."))
        match websocket_messages.parse_frame(text):
            case AskedQuestion() as asked:
                # The page may be in another one than the cookie says, or be framed by a site and have none.
                self._language = asked.language or self._language
                with translation.override(self._language):
                    self.ask(asked)
            case StopFrame() as frame:
                self.stop(frame)
            case ResumeFrame() as frame:
                await self.resume(frame)
            case FeedbackFrame() | LevelsFrame() as frame:
                await self.answer_about_turn(frame)

    async def answer_about_turn(self, frame: FeedbackFrame | LevelsFrame) -> None:
        """Raises BadFrame with the turn: a refusal is none of the answer that is being written."""
        try:
            if isinstance(frame, FeedbackFrame):
                await self.feedback(frame)
            else:
                await self.send(
                    await self.in_database(build_levels_frame, frame, self.known_tokens(frame), self._session_key)
                )
        except BadFrame as bad:
            bad.turn = frame.turn
            raise

    def ask(self, asked: AskedQuestion) -> None:
        """Starts an answer, or joins the one that the same message has started before."""
        ask = replace(
            asked,
            language=asked.language or self._chosen_language,
            session_key=self._session_key,
            opening_key=self.opening_key(asked),
            address=self.address(),
        )
        message = ask.message_id
        answer_key = self._answer_keys.get(message) or build_answer_key(ask) or uuid.uuid4().hex
        run = LIVE_ANSWERS.find(answer_key)
        if run is None:
            self.check_may_ask(message)
            run = LIVE_ANSWERS.start(ask, answer_key)
        self._answer_keys[message] = answer_key
        self.show(run)

    def check_may_ask(self, message_id: str) -> None:
        if self._run is not None and not self._run.finished:
            raise BadFrame("busy", _("Another answer is still being written. Please wait or stop it."), id=message_id)
        wait = self._asks.take()
        if wait:
            message = _("Too many questions. Please wait %(seconds)d seconds.") % {
                "seconds": wait_in_whole_seconds(wait)
            }
            raise BadFrame("rate_limited", message, id=message_id, retry_after=round(wait, 1))

    def address(self) -> str:
        return str((self._scope.get("client") or ("",))[0])

    def opening_key(self, asked: AskedQuestion) -> str | None:
        """Returns one key for one first question, sent again by its visitor because the connection had broken.

        The page's cookie tells visitors apart: those behind one address look alike, and a message id may be a guess.
        A visitor without a cookie is known by an id that nobody can guess, and with any other on this connection alone.
        """
        if asked.token or not (self._visitor or is_random_uuid(asked.message_id)):
            return None
        return compute_opening_key("apps.chat.opening", [asked.message_id, asked.text, self.address(), self._visitor])

    def stop(self, frame: StopFrame) -> None:
        # Only once its last frame is sent: a refusal that came before it would look like the answer's own end.
        has_ended = self._run is not None and self._run.finished and (self._pump is None or self._pump.done())
        if self._run is None or self._run.message_id != frame.id or has_ended:
            raise BadFrame("not_running", _("No answer with this id is being written here."), id=frame.id)
        if self._run.is_elsewhere:
            self.leave()
            message = _("This answer can no longer be stopped. Ask again in a moment to see it.")
            raise BadFrame("not_running", message, id=frame.id)
        self._run.stop.set("reader")

    async def resume(self, frame: ResumeFrame) -> None:
        """The rest of the newest answer: out of this process's memory, otherwise out of the database.

        Where anybody is or was signed in the database is asked whose it is: a session may have ended meanwhile. And
        which is the newest, unless it is being written here: another process may have answered since.
        """
        run = LIVE_ANSWERS.latest(frame.conversation)
        if run is None or run.finished or run.session_key or self._session_key:
            turn = await self.in_database(latest_turn, frame.conversation, self._session_key)
            run = LIVE_ANSWERS.latest(frame.conversation)
            if run is None or (run.finished and run.message_id != turn.client_message_id):
                run = LIVE_ANSWERS.replay(turn, after=frame.after)
        self._tokens.add(frame.conversation)
        self.show(run, frame.after)

    async def feedback(self, frame: FeedbackFrame) -> None:
        await self.in_database(store_feedback_frame, frame, self.known_tokens(frame), self._session_key)
        await self.send({"type": "feedback", "turn": frame.turn, "rating": frame.rating})

    def known_tokens(self, frame: FeedbackFrame | LevelsFrame) -> set[str]:
        """Returns the conversations that this client has shown to know."""
        tokens = self._tokens | ({frame.conversation} if frame.conversation else set())
        return tokens if self._run is None else tokens | {self._run.conversation}

    async def in_database(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """A short piece of database work on a thread of its own. Raises BadFrame."""
        try:
            async with turn_context():
                return await sync_to_async(work)(*arguments)
        except UnknownConversation:
            raise BadFrame("unknown_conversation", _("This conversation is not known.")) from None
        except DatabaseError:
            message = _("The database cannot be reached at the moment. Please try again in a minute.")
            raise BadFrame("database_unavailable", message, retry_after=5.0) from None

    def show(self, run: LiveAnswer, after: int = 0) -> None:
        """Sends the run's frames from now on; a connection shows one run at a time."""
        if self._pump is not None:
            self._pump.cancel()
        if self._run is not None and self._run.conversation:
            self._tokens.add(self._run.conversation)
        self._run = run
        self._pump = asyncio.create_task(self.pump(run, after))

    async def pump(self, run: LiveAnswer, after: int) -> None:
        try:
            async with aclosing(run.follow(after)) as numbered:
                async for frame in numbered:
                    await self.send_text(frame)
        except ClientGone:
            logger.info("A client does not read its answer; its connection is ended.")
            self._unread.set()

    async def send(self, frame: dict[str, object]) -> None:
        await self.send_text(json.dumps(frame, ensure_ascii=False, separators=(",", ":")))

    async def send_text(self, text: str) -> None:
        await self._send_in_time({"type": "websocket.send", "text": text})

    async def close(self, code: int) -> None:
        await self._send_in_time({"type": "websocket.close", "code": code})

    async def _send_in_time(self, message: dict[str, Any]) -> None:
        """Raises ClientGone when the client takes nothing for ten seconds: what it does not read must not pile up."""
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await self._send_message(message)
        except (TimeoutError, OSError) as error:
            raise ClientGone from error

    def leave(self) -> None:
        """The answer goes on without this reader (resumable_answers.py)."""
        if self._pump is not None:
            self._pump.cancel()


def is_random_uuid(message_id: str) -> bool:
    """Whether it is a random UUID (version 4), as browsers and programs make them: 122 bits."""
    try:
        return uuid.UUID(message_id).version == 4
    except ValueError:
        return False


def language_if_supported(code: str | None) -> str | None:
    return code if code in dict(settings.LANGUAGES) else None


def check_own_conversation(conversation: Conversation | None, session_key: str) -> Conversation:
    """Uses the database. Raises UnknownConversation, for somebody else's too."""
    user = user_of_session(session_key) if session_key else None
    return check_conversation_owner(conversation, user_if_signed_in(user))


def latest_turn(token: str, session_key: str) -> Turn:
    """The newest turn of a conversation. Uses the database. Raises UnknownConversation, for somebody else's too."""
    conversation = check_own_conversation(Conversation.objects.filter(token=token).first(), session_key)
    turn = Turn.objects.select_related("conversation").filter(conversation=conversation).order_by("-number").first()
    if turn is None:
        raise UnknownConversation
    return turn


def known_turn(turn_id: str, tokens: set[str], session_key: str) -> Turn:
    """Uses the database. Raises BadFrame for a turn of a conversation that this client has not shown to know, or that
    is an account's and not that of this session."""
    turn = Turn.objects.select_related("conversation").filter(pk=turn_id, conversation__token__in=tokens).first()
    try:
        check_own_conversation(turn.conversation if turn else None, session_key)
    except UnknownConversation:
        turn = None
    if turn is None:
        raise BadFrame("unknown_turn", _("This answer is not known."))
    return turn


def store_feedback_frame(frame: FeedbackFrame, tokens: set[str], session_key: str) -> None:
    """Uses the database. Raises BadFrame, as `known_turn` does."""
    turn = known_turn(frame.turn, tokens, session_key)
    store_feedback(turn, frame.rating, frame.reasons, frame.comment)


def build_levels_frame(frame: LevelsFrame, tokens: set[str], session_key: str) -> dict[str, Any]:
    """The answer to the frame; two queries. Raises BadFrame, as `known_turn` does."""
    turn = known_turn(frame.turn, tokens, session_key)
    return websocket_messages.levels_frame(frame.turn, count_waiting_readings(turn), turn.sentences, turn.answer_html)
