"""A language model at an endpoint, behind the LanguageModel interface."""

import asyncio
import json
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field

from apps.llm.call_ledger import Ledger
from apps.llm.errors import ModelError, unreadable_reply_error
from apps.llm.providers.estimate_token_usage import estimate_usage
from apps.llm.providers.max_output_tokens import reply_limit
from apps.llm.providers.parse_json_output import UnreadableJsonError, parse_json_reply
from apps.llm.providers.stream_attempt import StreamAttempt
from apps.llm.transport.gateway import Gateway, RefusedParameterError, call_with_retries
from apps.llm.transport.metered_call import MeteredCall
from apps.llm.transport.read_model_responses import ChatReply, parse_chat_reply, parse_usage
from apps.llm.transport.server_capabilities import (
    ServerCapabilities,
    capabilities_of_server,
    json_schema_response_format,
)
from apps.llm.transport.timeouts_and_retries import RetryPolicy
from apps.llm.types import Completion, Message, ShortenableMessages, messages_worded_for_model

PATH = "/chat/completions"
SCHEMA_REQUEST = "\n\nAntworten Sie nur mit JSON, das diesem Schema entspricht:\n{schema}"
REPAIR_REQUEST = (
    "Ihre Antwort lässt sich nicht lesen: {problem}. "
    "Antworten Sie noch einmal, nur mit JSON in der verlangten Form, ohne weiteren Text."
)


@dataclass(frozen=True, slots=True)
class GatewayLanguageModel:
    """`until` (time of the loop) lets a caller with several models share one deadline among them.

    Without `reads_json` a schema is still asked for, but what comes is handed back as it is, however wrong: for
    judges, whose unreadable replies are counted and not asked for again.
    """

    gateway: Gateway
    name: str
    context_window: int
    max_output_tokens: int
    purpose: str
    retry_policy: RetryPolicy
    ledger: Ledger
    prompt_version: str = ""
    reads_json: bool = True
    sampling: Mapping[str, float] = field(default_factory=dict)
    """Further parameters of the request, such as top_p; a server that refuses one is asked without it from then on."""

    async def complete(
        self,
        messages: Sequence[Message],
        *,
        temperature: float = 0.0,
        schema: dict[str, object] | None = None,
        until: float | None = None,
    ) -> Completion:
        """One reply; with a schema also its data, asked for once more when the first reply cannot be read."""
        call = self._call(until)
        with call.written_down():
            try:
                return await self._completed(call, messages, temperature, schema)
            except ModelError as error:
                if not shorten_if_too_long(messages, error):
                    raise
            return await self._completed(call, messages, temperature, schema)

    async def _completed(
        self, call: MeteredCall, messages: Sequence[Message], temperature: float, schema: dict[str, object] | None
    ) -> Completion:
        messages = messages_worded_for_model(messages, self.name)
        if schema is None:
            return self._completion(await self._reply(call, messages, temperature), call)
        asked = messages if self._dialect.understands_schemas else append_schema_request(messages, schema)
        reply = await self._reply(call, asked, temperature, schema)
        if not self.reads_json:
            return self._completion(reply, call)
        try:
            return self._completion(reply, call, parse_json_reply(reply.text, schema))
        except UnreadableJsonError as error:
            problem = str(error)
        repair = Message("user", REPAIR_REQUEST.format(problem=problem))
        reply = await self._reply(call, [*asked, Message("assistant", reply.text), repair], temperature, schema)
        try:
            return self._completion(reply, call, parse_json_reply(reply.text, schema))
        except UnreadableJsonError:
            raise unreadable_reply_error(self.gateway.name) from None

    async def _reply(
        self,
        call: MeteredCall,
        messages: Sequence[Message],
        temperature: float,
        schema: dict[str, object] | None = None,
    ) -> ChatReply:
        async def attempt() -> ChatReply:
            body = {
                **self._body(messages, temperature),
                "response_format": schema and json_schema_response_format(schema),
            }
            data = await self.gateway.post(PATH, body, call=call, dialect=self._dialect)
            self._dialect.notice(data)
            try:
                reply = parse_chat_reply(self.gateway.name, data)
            except ModelError:
                # What a model only thought is of no use, and is on the bill all the same.
                call.spend(parse_usage(data) or estimate_usage(messages, ""))
                raise
            call.spend(reply.usage or estimate_usage(messages, reply.text))
            return reply

        return await call_with_retries(call, attempt)

    async def stream(
        self,
        messages: Sequence[Message],
        *,
        temperature: float = 0.0,
        until: float | None = None,
        first_token_by: float | None = None,
    ) -> AsyncGenerator[str | Completion, None]:
        """Pieces as they arrive, then the Completion. Tried again only as long as no piece was handed out."""
        call = self._call(until, first_token_by)
        with call.written_down():
            # Closed at once when the reader leaves; otherwise the garbage collector would close it at some later time.
            async with aclosing(self._streamed(call, messages, temperature)) as items:
                async for item in items:
                    yield item

    async def _streamed(
        self, call: MeteredCall, messages: Sequence[Message], temperature: float
    ) -> AsyncGenerator[str | Completion, None]:
        handed_out = was_shortened = False
        while True:
            asked = messages_worded_for_model(messages, self.name)
            if not self._dialect.streams:
                reply = await self._reply(call, asked, temperature)
                yield reply.text
                yield self._completion(reply, call)
                return
            body = {**self._body(asked, temperature), "stream": True, "stream_options": {"include_usage": True}}
            try:
                attempt = StreamAttempt(self.gateway, self._dialect, call)
                async with aclosing(attempt.items(PATH, body, asked)) as items:
                    async for item in items:
                        handed_out = True
                        yield self._completion(item, call) if isinstance(item, ChatReply) else item
                return
            except RefusedParameterError:
                continue
            except ModelError as error:
                if not was_shortened and shorten_if_too_long(messages, error):
                    was_shortened = True
                    continue
                pause = None if handed_out else call.pause_after(error)
                if pause is None:
                    raise
                await asyncio.sleep(pause)

    @property
    def _dialect(self) -> ServerCapabilities:
        address = self.gateway.address
        return capabilities_of_server(address.base_url, self.name, supports_json_schema=address.supports_json_schema)

    def _body(self, messages: Sequence[Message], temperature: float) -> dict[str, object]:
        return {
            "model": self.name,
            "messages": [{"role": message.role, "content": message.text} for message in messages],
            "temperature": temperature,
            "max_tokens": self._reply_limit(),
            **self.sampling,
        }

    def _reply_limit(self) -> int:
        return reply_limit(self.purpose, self.max_output_tokens, self.context_window, thinks=self._dialect.thinks)

    def _completion(self, reply: ChatReply, call: MeteredCall, data: object = None) -> Completion:
        return Completion(reply.text, self.name, reply.finish_reason, call.usage, data)

    def _call(self, until: float | None, first_token_by: float | None = None) -> MeteredCall:
        return MeteredCall(
            self.purpose,
            self.name,
            self.gateway.name,
            retry_policy=self.retry_policy,
            ledger=self.ledger,
            prompt_version=self.prompt_version,
            until=until,
            first_token_by=first_token_by,
        )


def append_schema_request(messages: Sequence[Message], schema: dict[str, object]) -> list[Message]:
    """Puts the schema into the last message, for servers that take none."""
    *before, last = messages
    request = SCHEMA_REQUEST.format(schema=json.dumps(schema, ensure_ascii=False))
    return [*before, Message(last.role, last.text + request)]


def shorten_if_too_long(messages: Sequence[Message], error: ModelError) -> bool:
    """Whether it was too long and is shorter now: then one more try is worth it before another model is asked."""
    return error.code == "context_too_long" and isinstance(messages, ShortenableMessages) and messages.shorten()
