"""The main program of the child process that rewrites long texts, with limits of time and memory.

The process calls no model and reads no database: it asks the other side for each reply and gets it piece by piece.
"""

import asyncio
import gc
import os
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import aclosing, contextmanager
from dataclasses import asdict
from functools import lru_cache
from itertools import count
from typing import Any

import django

from apps.documents.sandbox import wire_protocol
from apps.documents.sandbox.child_operations import ChildRequest
from apps.llm.call_ledger import Ledger
from apps.llm.errors import ModelError
from apps.llm.offline import OfflineLanguageModel
from apps.llm.prompts.fill_published_prompt import PublishedPrompt
from apps.llm.semantic_embedding.lower_process_priority import lower_priority
from apps.llm.types import Completion, Message, messages_worded_for_model

NICENESS = 10
"""Questions of others go first."""
SAMPLE = "Die Gebühr in Höhe von 30,00 € ist bis zum 31. März 2026 unverzüglich zu entrichten. "


def preload() -> None:
    """In the fork server: loads the rewriting and its word lists once, for all children."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    asyncio.run(write_sample())


async def write_sample() -> None:
    from apps.simplify.rewriting.rewrite_all_parts import write_text
    from apps.simplify.rewriting.rewrite_request import RewriteRequest

    built_in = {"name": "", "label": "", "max_input_chars": 9_000, "temperature": 0.0, "context_window": 0}
    prompt = {"slug": "simplify", "number": 0, "system": "", "user": "{text}"}
    facts = {
        "prompt": prompt,
        "repair_prompt": prompt,
        "guidance": "",
        "text_type": "",
        "language": "de",
        "terms": [],
        "synonyms": [],
    }
    setup = build_setup({**facts, "writers": [], "stand_in": {**built_in, "is_built_in": True}}, RelayedCalls(print))
    async with aclosing(write_text(RewriteRequest(SAMPLE), setup)) as events:
        async for _event in events:
            pass


def tidy_text(call: ChildRequest) -> bool:
    """Answers with the cleaned text and its language."""
    from apps.simplify.rewriting.rewrite_request import clean_text

    lower_priority(NICENESS)
    text, language = clean_text(call.data.decode("utf-8", "surrogatepass"))
    wire_protocol.send_message(call.connection, {"kind": "done", "text": text, "language": language})
    return True


def write_long_text(call: ChildRequest) -> bool:
    """Sends sentences, progress and calls to models; the last message says how the text reads before and after."""
    lower_priority(NICENESS)
    # The parser switches it off for files; events of a loop are full of cycles.
    gc.enable()
    try:
        asyncio.run(write_and_send_events(call))
    finally:
        gc.disable()
        call.connection.setblocking(True)
    return True


async def write_and_send_events(call: ChildRequest) -> None:
    from apps.simplify.rewriting.rewrite_all_parts import write_text
    from apps.simplify.rewriting.rewrite_request import RewriteRequest

    facts = wire_protocol.decode_message(call.data)
    # A copy of the descriptor: the transport closes its own, and the answer's last bytes go over this one.
    reader, writer = await asyncio.open_connection(sock=call.connection.dup())
    calls = RelayedCalls(lambda message: writer.write(wire_protocol.encode_message(message)))
    hearing = asyncio.ensure_future(calls.hear(reader))
    setup = build_setup(facts["setup"], calls)
    try:
        async with aclosing(write_text(RewriteRequest(**facts["request"]), setup)) as events:
            async for event in events:
                writer.write(wire_protocol.encode_message({"kind": type(event).__name__, **asdict(event)}))
                await writer.drain()
        records = [asdict(record) for record in setup.ledger.records]
        failures = [asdict(failure) for failure in setup.failures]
        writer.write(wire_protocol.encode_message({"kind": "done", "records": records, "failures": failures}))
        await writer.drain()
    finally:
        hearing.cancel()
        writer.close()
        await writer.wait_closed()


def build_setup(facts: dict[str, Any], calls: "RelayedCalls") -> Any:
    """The RewriteSetup that the other side described; its built-in models write here."""
    from apps.simplify.rewriting.load_rewrite_setup import RewriteSetup
    from apps.text.entailment import AcceptedSynonym

    ledger, prompt = Ledger(), PublishedPrompt.from_facts(facts["prompt"])
    everybody = [
        build_writer(one, number, prompt, ledger, calls)
        for number, one in enumerate([*facts["writers"], facts["stand_in"]])
    ]
    return RewriteSetup(
        prompt=prompt,
        repair_prompt=PublishedPrompt.from_facts(facts["repair_prompt"]),
        guidance=facts["guidance"],
        text_type=facts["text_type"],
        protected=build_protected_words(tuple((term, tuple(forms)) for term, forms in facts["terms"])),
        writers=tuple(everybody[:-1]) or (everybody[-1],),
        stand_in=everybody[-1],
        ledger=ledger,
        language=facts["language"],
        synonyms=tuple(AcceptedSynonym(*pair) for pair in facts["synonyms"]),
    )


@lru_cache(maxsize=1)
def build_protected_words(terms: tuple[tuple[str, tuple[str, ...]], ...]) -> Any:
    """The ProtectedWords of a list: kept with all words looked up until a text comes with another list."""
    from apps.simplify.checks.protected_words import ProtectedWords

    return ProtectedWords.of(terms)


def build_writer(
    facts: dict[str, Any], number: int, prompt: PublishedPrompt, ledger: Ledger, calls: "RelayedCalls"
) -> Any:
    from apps.llm.models import Purpose
    from apps.simplify.rewriting.rewrite_language_models import Writer

    model: Any = RelayedModel(facts["name"], facts["context_window"], number, calls)
    if facts["is_built_in"]:
        version = prompt.for_model(facts["name"]).label
        model = OfflineLanguageModel(Purpose.SIMPLIFY, ledger=ledger, prompt_version=version)
    return Writer(model, facts["label"], facts["max_input_chars"], facts["temperature"])


class RelayedCalls:
    """Calls under way, by number; what the other side says of one is put into its queue."""

    def __init__(self, say: Callable[[dict[str, Any]], object]) -> None:
        self.say = say
        self.queues: dict[int, asyncio.Queue[dict[str, Any]]] = {}
        self.numbers = count()

    async def hear(self, reader: asyncio.StreamReader) -> None:
        """Until the other side is gone; then the fork server ends this process."""
        while True:
            length = wire_protocol.LENGTH.unpack(await reader.readexactly(wire_protocol.LENGTH.size))[0]
            message = wire_protocol.decode_message(await reader.readexactly(length))
            if message["call"] in self.queues:
                self.queues[message["call"]].put_nowait(message)

    @contextmanager
    def open(self, **facts: Any) -> Iterator[asyncio.Queue[dict[str, Any]]]:
        number = next(self.numbers)
        queue = self.queues[number] = asyncio.Queue()
        self.say({"kind": "call", "call": number, **facts})
        try:
            yield queue
        finally:
            del self.queues[number]
            self.say({"kind": "over", "call": number})


class RelayedModel:
    """A model of the other side's, behind the interface TimedLanguageModel."""

    def __init__(self, name: str, context_window: int, writer: int, calls: RelayedCalls) -> None:
        self.name, self.context_window = name, context_window
        self._writer, self._calls = writer, calls

    async def complete(
        self, messages: Sequence[Message], *, temperature: float = 0.0, schema: object = None, until: object = None
    ) -> Completion:
        """Raises ModelError."""
        async with aclosing(self._items("complete", messages, temperature)) as items:
            async for item in items:
                if isinstance(item, Completion):
                    return item
        raise RuntimeError("A call ended without its completion.")

    def stream(
        self,
        messages: Sequence[Message],
        *,
        temperature: float = 0.0,
        until: object = None,
        first_token_by: object = None,
    ) -> AsyncGenerator[str | Completion, None]:
        """Raises ModelError, also after some pieces."""
        return self._items("stream", messages, temperature)

    async def _items(
        self, way: str, messages: Sequence[Message], temperature: float
    ) -> AsyncGenerator[str | Completion, None]:
        texts = [[message.role, message.text] for message in messages_worded_for_model(messages, self.name)]
        with self._calls.open(writer=self._writer, way=way, messages=texts, temperature=temperature) as queue:
            while True:
                said = await queue.get()
                match said["kind"]:
                    case "piece":
                        yield said["text"]
                    case "completion":
                        yield Completion(said["text"], said["model"], said["finish_reason"])
                        return
                    case _:
                        raise ModelError(said["message"], code=said["code"], temporary=said["temporary"])
