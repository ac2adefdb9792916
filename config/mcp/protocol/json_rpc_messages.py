"""One JSON-RPC 2.0 message in, one out. Batches, which one old revision knew and no client sends, are refused."""

from dataclasses import dataclass

from config.api.protocol.json_parser import JsonObject

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS, INTERNAL_ERROR = -32700, -32600, -32601, -32602, -32603
# Reserved by the revision of 2026-07-28.
HEADER_MISMATCH, UNSUPPORTED_VERSION = -32020, -32022
# Our own, in the range that is left to servers.
UNAUTHORIZED, FORBIDDEN, RATE_LIMITED, UNAVAILABLE = -32001, -32003, -32004, -32005

CODE_OF_STATUS = {
    401: UNAUTHORIZED,
    403: FORBIDDEN,
    429: RATE_LIMITED,
    500: INTERNAL_ERROR,
    503: UNAVAILABLE,
    507: UNAVAILABLE,
}
"""For what goes wrong outside the protocol; other statuses are those of an invalid request."""

Id = str | int
Result = JsonObject


class RpcError(Exception):
    """An error in the protocol's own form. `status` is the one of HTTP; None: as the revision has it."""

    def __init__(self, code: int, message: str, *, status: int | None = None, data: object = None) -> None:
        super().__init__(message)
        self.code, self.status, self.data = code, status, data


@dataclass(frozen=True, slots=True)
class RpcMessage:
    """A request; without an id a notification, which nobody answers."""

    method: str
    params: JsonObject
    id: Id | None

    @property
    def meta(self) -> JsonObject:
        found = self.params.get("_meta")
        return found if isinstance(found, dict) else {}


def parse_message(body: object) -> RpcMessage:
    """Raises RpcError for what is no single request or notification."""
    if not isinstance(body, dict) or body.get("jsonrpc") != "2.0":
        raise invalid_request("The body must be one JSON-RPC 2.0 message.")
    method, params, number = body.get("method"), body.get("params", {}), body.get("id")
    if not isinstance(method, str):
        raise invalid_request("The message names no method.")
    if not isinstance(params, dict):
        raise invalid_request("'params' must be an object.")
    if "id" in body and not is_id(number):
        raise invalid_request("'id' must be a text or a whole number.")
    return RpcMessage(method, params, number)


def is_id(value: object) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def invalid_request(message: str) -> RpcError:
    return RpcError(INVALID_REQUEST, message, status=400)


def text_parameter(params: JsonObject, name: str) -> str:
    """Raises RpcError when it is missing or no text."""
    value = params.get(name)
    if not isinstance(value, str) or not value:
        raise RpcError(INVALID_PARAMS, f"'{name}' must be a text.")
    return value


def result_reply(message_id: Id | None, result: Result) -> JsonObject:
    return {"jsonrpc": "2.0", "id": message_id, "result": result}


def error_reply(message_id: Id | None, code: int, text: str, data: object = None) -> JsonObject:
    error = {"code": code, "message": text} | ({} if data is None else {"data": data})
    return {"jsonrpc": "2.0", "id": message_id, "error": error}
