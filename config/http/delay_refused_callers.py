"""Delays callers who were refused for their number a moment ago, before Django sees what they send next.

That is requests after a 429, and connections of websockets after a question too many; who they are is known to
apps/chat/admission/throttle_refused_callers.py.
"""

import asyncio

from apps.chat.admission.throttle_refused_callers import REFUSED_CALLERS, Caller, RefusedCallers
from apps.chat.models.visitor_fingerprints import is_rate_limited_address, network_of_address
from config.http.bodies.body_limit import Application, Message, Receive, Refusal, Send, refuse_request

PARTS_WITH_TOKENS = frozenset({"api", "mcp", "scim", "v1"})
"""Here a token is looked at before anything else, and one that is none is refused with 401, never with 429."""


def delay_refused_callers(
    application: Application, refusal: Refusal, refused: RefusedCallers = REFUSED_CALLERS
) -> Application:
    """The application, for HTTP and websockets, but for callers whom it refused a moment ago: they wait for their turn.

    Whoever sends a token is not delayed: it has limits of its own, its owner is known, and where many people come
    through one machine, one of them must not delay the others.
    """

    async def delayed(scope: Message, receive: Receive, send: Send) -> None:
        caller = delayable_caller(scope)
        if caller is None:
            return await application(scope, receive, send)
        wait = refused.take_place(caller)
        if wait is None:
            return await reject_caller(scope, send, refusal)
        if wait:
            await asyncio.sleep(wait)

        async def watched(message: Message) -> None:
            if message.get("status") == 429:
                refused.add(caller)
            await send(message)

        return await application(scope, receive, watched)

    return delayed


async def reject_caller(scope: Message, send: Send, refusal: Refusal) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close"})  # before the handshake: the server makes it a 403
    else:
        await refuse_request(send, 429, refusal(scope["path"], 429))


def delayable_caller(scope: Message) -> Caller | None:
    """None for those who are not delayed."""
    address = (scope.get("client") or ("",))[0]
    part = scope["path"].strip("/").partition("/")[0]
    if not address or not is_rate_limited_address(address) or (part in PARTS_WITH_TOKENS and sends_token(scope)):
        return None
    return network_of_address(address), part


def sends_token(scope: Message) -> bool:
    return any(name == b"authorization" and value for name, value in scope["headers"])
