"""Runs the child process that rewrites long texts, and calls the models for it.

Its processor time is not the web process's: no text from outside can block the interpreter that answers others.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import asdict
from typing import Any

from asgiref.sync import sync_to_async

from apps.documents.parsing.limits import MEBIBYTE, ParseLimits
from apps.documents.parsing.types import FailureReason, ParseFailure
from apps.documents.sandbox import wire_protocol
from apps.documents.sandbox.fork_server_launcher import ForkServerLauncher
from apps.documents.sandbox.talk_to_child_process import ChildSession
from apps.llm.errors import ModelError, model_error
from apps.llm.offline import OfflineLanguageModel
from apps.llm.types import CallRecord, Completion, Message, StandIn, Usage
from apps.simplify.errors import RewriteInterrupted, SimplifyError, TextTooDemanding, TooManyLongTexts
from apps.simplify.rewriting.load_rewrite_setup import RewriteSetup
from apps.simplify.rewriting.rewrite_all_parts import RewriteProgress, SentencesChecked, TextWritten, WrittenEvent
from apps.simplify.rewriting.rewrite_language_models import Writer
from apps.simplify.rewriting.rewrite_outcome import RewrittenSentence
from apps.simplify.rewriting.rewrite_request import (
    RewriteRequest,
    is_long_request,
    prepare_request,
    refuse_oversize,
    with_clean_text,
)
from apps.simplify.text.readability import Readability

logger = logging.getLogger(__name__)
PRELOAD = "apps.simplify.rewriting.rewrite_child_main.preload"
TIDY_TEXT = "apps.simplify.rewriting.rewrite_child_main.tidy_text"
WRITE = "apps.simplify.rewriting.rewrite_child_main.write_long_text"
AT_ONCE = 8
"""Long texts of one process; most of their time they wait for models."""
LONGEST_WAIT = 60.0
"""Seconds that a text waits for a process; then the person is told."""
LIMITS = ParseLimits(
    memory=1024 * MEBIBYTE,
    cpu_seconds=120,
    wall_seconds=3600.0,
    silent_seconds=3600.0,
    files=100,
    idle_seconds=300.0,
)
"""Of one text. The processor's time is what hostile texts use up; the wall clock goes on while models write. A process
waits for some minutes for the next text: half of the work on a first one is on words that it has not met."""
LAUNCHER = ForkServerLauncher(AT_ONCE, PRELOAD)


def start_rewrite_fork_server() -> None:
    """The fork server of the processes, so that the first long text need not wait for it. Raises StaleParserCode."""
    LAUNCHER.start()


async def prepare_here_or_in_child(request: RewriteRequest) -> RewriteRequest:
    """Cleans the text and tells its language; a second time it is left as it is. Raises SimplifyError."""
    if request.language is not None:
        return request
    if not is_long_request(request):
        return prepare_request(request)
    refuse_oversize(request)
    async with rewrite_child_session(TIDY_TEXT, request.text.encode("utf-8", "surrogatepass")) as child:
        said = await child.answer()
    return with_clean_text(request, said["text"], said["language"])


@asynccontextmanager
async def rewrite_child_session(operation: str, data: bytes, **facts: object) -> AsyncGenerator[ChildSession, None]:
    """Yields a child at work that is told `facts` beside the data.

    Raises TextTooDemanding, TooManyLongTexts, RewriteInterrupted."""
    try:
        async with await sync_to_async(ChildSession, thread_sensitive=False)(LAUNCHER, PRELOAD, LIMITS) as child:
            async with asyncio.timeout(LONGEST_WAIT):
                await child.ask({"operation": operation, **facts}, data)
            yield child
    except TimeoutError:
        raise TooManyLongTexts from None
    except ParseFailure as failure:
        raise simplify_error_of(failure) from None
    except ConnectionError:
        raise RewriteInterrupted from None


def simplify_error_of(failure: ParseFailure) -> SimplifyError:
    at_limit = failure.reason_code in (FailureReason.TIME_LIMIT, FailureReason.MEMORY_LIMIT)
    return TextTooDemanding() if at_limit else RewriteInterrupted()


async def write_in_child(request: RewriteRequest, setup: RewriteSetup) -> AsyncGenerator[WrittenEvent, None]:
    """Writes as `write_text`, in a child. Raises TextTooDemanding, TooManyLongTexts, RewriteInterrupted."""
    told = {"request": asdict(request), "setup": setup_facts(setup)}
    calls: dict[int, asyncio.Task[None]] = {}
    async with rewrite_child_session(WRITE, wire_protocol.encode_body(told)) as child:
        try:
            while (said := await child.answer())["kind"] != "done":
                match said.pop("kind"):
                    case "call":
                        calls[said["call"]] = asyncio.ensure_future(relay_model_call(said, setup, child))
                    case "over":
                        calls.pop(said["call"]).cancel()
                    case kind:
                        yield build_event(kind, said)
                        # Messages that have already arrived are read without a pause: others would notice one.
                        await asyncio.sleep(0)
            for record in said["records"]:
                setup.ledger.add(CallRecord(**{**record, "usage": Usage(**record["usage"])}))
            setup.failures.extend(StandIn(**failure) for failure in said["failures"])
        finally:
            for task in calls.values():
                task.cancel()


def setup_facts(setup: RewriteSetup) -> dict[str, Any]:
    return {
        "prompt": asdict(setup.prompt),
        "repair_prompt": asdict(setup.repair_prompt),
        "guidance": setup.guidance,
        "text_type": setup.text_type,
        "language": setup.language,
        "terms": setup.protected.terms,
        "synonyms": [[one.official, one.plain] for one in setup.synonyms],
        "writers": [writer_facts(writer) for writer in setup.writers],
        "stand_in": writer_facts(setup.stand_in),
    }


def writer_facts(writer: Writer) -> dict[str, Any]:
    return {
        "name": writer.name,
        "label": writer.label,
        "max_input_chars": writer.max_input_chars,
        "temperature": writer.temperature,
        "context_window": writer.model.context_window,
        # The built-in model runs on our own processor, so the child calls it itself.
        "is_built_in": isinstance(writer.model, OfflineLanguageModel),
    }


def build_event(kind: str, facts: dict[str, Any]) -> WrittenEvent:
    match kind:
        case "SentencesChecked":
            return SentencesChecked(RewrittenSentence.from_facts(facts["sentence"]))
        case "RewriteProgress":
            return RewriteProgress(**facts)
        case "TextWritten":
            return TextWritten(facts["parts"], build_readability(facts["before"]), build_readability(facts["after"]))
    raise RewriteInterrupted


def build_readability(facts: dict[str, float] | None) -> Readability | None:
    return None if facts is None else Readability(**facts)  # type: ignore[arg-type]  # counts are whole in JSON, too


async def relay_model_call(asked: dict[str, Any], setup: RewriteSetup, child: ChildSession) -> None:
    """Calls the model that the child asks for, and hands on what it says. Cancelled when the child wants no more."""
    writer = [*setup.writers, setup.stand_in][asked["writer"]]
    messages = [Message(role, text) for role, text in asked["messages"]]
    call = asked["call"]
    with suppress(ConnectionError):  # the child has ended, which `answer` tells
        try:
            async for item in model_replies(asked["way"], writer, messages, asked["temperature"]):
                await child.say({"call": call, **item_facts(item)})
        except ModelError as error:
            await child.say({"call": call, **error_facts(error)})
        except Exception:
            # An error of ours: the child must not wait for this model, the next one goes on.
            logger.exception("A model's reply was not handed on.")
            await child.say({"call": call, **error_facts(model_error("interrupted", writer.name))})


async def model_replies(
    way: str, writer: Writer, messages: list[Message], temperature: float
) -> AsyncGenerator[str | Completion, None]:
    if way == "complete":
        yield await writer.model.complete(messages, temperature=temperature)
        return
    async with aclosing(writer.model.stream(messages, temperature=temperature)) as items:
        async for item in items:
            yield item


def error_facts(error: ModelError) -> dict[str, Any]:
    return {"kind": "error", "message": str(error), "code": error.code, "temporary": error.temporary}


def item_facts(item: str | Completion) -> dict[str, Any]:
    if isinstance(item, str):
        return {"kind": "piece", "text": item}
    return {"kind": "completion", "text": item.text, "model": item.model, "finish_reason": item.finish_reason}
