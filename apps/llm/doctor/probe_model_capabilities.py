"""Probes a model by the smallest calls: two show what a language model takes, one how long its vectors are."""

from collections.abc import Mapping
from typing import Any

from apps.llm.call_ledger import Ledger
from apps.llm.errors import ModelError, model_error
from apps.llm.providers.gateway_language_model import GatewayLanguageModel
from apps.llm.providers.read_vector_response import decode_vector, vectors_in_order
from apps.llm.transport.endpoint_connections import EndpointAddress
from apps.llm.transport.gateway import Gateway
from apps.llm.transport.metered_call import MeteredCall
from apps.llm.transport.server_capabilities import capabilities_of_server, forget_capabilities
from apps.llm.transport.timeouts_and_retries import EMBED_PURPOSE, RetryPolicy
from apps.llm.types import Completion, Message

PURPOSE = "probe"
"""In the ledger; no order of models belongs to it."""
ONCE = RetryPolicy(deadline=20.0, attempts=1, longest_wait=0.0)
REPLY_TOKENS = 32
WINDOW = 1_000_000
"""None of it is used: these calls are tiny."""
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"ja": {"type": "boolean"}},
    "required": ["ja"],
    "additionalProperties": False,
}
QUESTION = [Message("system", "Antworten Sie in JSON."), Message("user", 'Antworten Sie nur: {"ja": true}')]


async def probe_chat_abilities(address: EndpointAddress, name: str, ledger: Ledger) -> dict[str, bool]:
    """What it takes, by the names of `abilities` of a ChatModel. Raises ModelError when it does not answer at all.

    A thing that was refused has been left out in the next try, so that one reply in the end shows them all.
    """
    forget_capabilities(address.base_url, name, supports_json_schema=address.supports_json_schema)
    dialect = capabilities_of_server(address.base_url, name, supports_json_schema=address.supports_json_schema)
    model = GatewayLanguageModel(Gateway(address), name, WINDOW, REPLY_TOKENS, PURPOSE, ONCE, ledger, reads_json=False)
    try:
        completion = await model.complete(QUESTION, schema=SCHEMA)
        pieces = [piece async for piece in model.stream(QUESTION)]
        completion = pieces[-1] if isinstance(pieces[-1], Completion) else completion
        return {**dialect.abilities, "usage": not completion.usage.estimated}
    except ModelError as error:
        # With so few tokens a model that thinks first has said nothing, or was cut off.
        if error.code != "empty":
            raise
    return {**dialect.abilities, "thinks": True}


async def probe_vector_length(address: EndpointAddress, name: str, ledger: Ledger) -> int:
    """Raises ModelError."""
    call = MeteredCall(EMBED_PURPOSE, name, address.name, retry_policy=ONCE, ledger=ledger)
    with call.written_down():
        body = {"model": name, "input": ["Gebühr"]}
        data = await Gateway(address).post(
            "/embeddings", body, call=call, dialect=capabilities_of_server(address.base_url, name)
        )
        return first_vector_length(address.name, data)


def first_vector_length(endpoint: str, data: Mapping[str, object]) -> int:
    if not data.get("data") and data.get("choices"):
        raise model_error("no_embeddings", endpoint)
    [value] = vectors_in_order(endpoint, data, 1)
    return len(decode_vector(endpoint, value))
