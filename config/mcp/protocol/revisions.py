"""Which revision of the protocol a request speaks: one with a handshake, or the stateless one of 2026-07-28.

Nothing is kept between two requests in either: a handshake is answered and forgotten. Rules and codes are those of the
specification's pages "Versioning" and "Streamable HTTP" (modelcontextprotocol.io/specification/2026-07-28/basic).
"""

import base64
import binascii
import re
from collections.abc import Mapping

from config.api.protocol.json_parser import JsonObject
from config.mcp.protocol.json_rpc_messages import (
    HEADER_MISMATCH,
    INVALID_PARAMS,
    METHOD_NOT_FOUND,
    UNSUPPORTED_VERSION,
    RpcError,
    RpcMessage,
)

HANDSHAKE_REVISIONS = ("2025-03-26", "2025-06-18", "2025-11-25")
STATELESS_REVISIONS = ("2026-07-28",)
SUPPORTED_REVISIONS = [*HANDSHAKE_REVISIONS, *STATELESS_REVISIONS]
DEFAULT_REVISION = "2025-03-26"
"""Of clients that send no header: it came with the next revision."""

META = "io.modelcontextprotocol/"
VERSION_KEY, CAPABILITIES_KEY, SERVER_KEY = f"{META}protocolVersion", f"{META}clientCapabilities", f"{META}serverInfo"
NAMED_BY = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
"""The parameter that the header `Mcp-Name` repeats."""
ENCODED = re.compile(r"=\?base64\?(.*)\?=")
ERROR_STATUS = {INVALID_PARAMS: 400, METHOD_NOT_FOUND: 404}
"""In the stateless revision; before it, errors of the protocol travel with 200."""


def request_revision(headers: Mapping[str, str], message: RpcMessage) -> str:
    """Raises RpcError for a revision that is not served, and for headers that contradict the body."""
    said = headers.get("MCP-Protocol-Version")
    if message.method == "initialize" and VERSION_KEY not in message.meta:
        return DEFAULT_REVISION
    if said is None and VERSION_KEY not in message.meta:
        return DEFAULT_REVISION
    if said is not None and said not in SUPPORTED_REVISIONS:
        raise unsupported_revision_error(said)
    if said in HANDSHAKE_REVISIONS and VERSION_KEY not in message.meta:
        return str(said)
    if message.id is not None:
        check_envelope(headers, message)
    return STATELESS_REVISIONS[-1]


def check_envelope(headers: Mapping[str, str], message: RpcMessage) -> None:
    """What every request of the stateless revision carries. Raises RpcError."""
    missing = [key for key in (VERSION_KEY, CAPABILITIES_KEY) if key not in message.meta]
    if missing:
        raise RpcError(INVALID_PARAMS, f"params._meta lacks {', '.join(missing)}.", status=400)
    said = headers.get("MCP-Protocol-Version")
    check_equal("MCP-Protocol-Version", said, message.meta[VERSION_KEY])
    if said not in STATELESS_REVISIONS:
        raise unsupported_revision_error(str(said))
    check_equal("Mcp-Method", headers.get("Mcp-Method"), message.method)
    name = message.params.get(NAMED_BY.get(message.method, ""))
    if name is not None:
        check_equal("Mcp-Name", decode_header(headers.get("Mcp-Name")), name)


def check_equal(header: str, said: str | None, meant: object) -> None:
    if said is None or said != meant:
        raise RpcError(HEADER_MISMATCH, f"The header {header} is not what the body says.", status=400)


def decode_header(value: str | None) -> str | None:
    """What a header means; None for one that cannot be read."""
    found = ENCODED.fullmatch(value or "")
    if found is None:
        return value
    try:
        return base64.b64decode(found[1], validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return None


def unsupported_revision_error(asked: str) -> RpcError:
    data = {"supported": SUPPORTED_REVISIONS, "requested": asked[:50]}
    return RpcError(UNSUPPORTED_VERSION, "This revision of the protocol is not served.", status=400, data=data)


def negotiate_revision(asked: object) -> str:
    """What a handshake agrees on: the client's revision where we know it, else the newest that has handshakes."""
    return asked if isinstance(asked, str) and asked in HANDSHAKE_REVISIONS else HANDSHAKE_REVISIONS[-1]


def adapt_result_to_revision(revision: str, result: JsonObject, server: dict[str, str]) -> JsonObject:
    """The result with the fields that its revision wants."""
    if revision not in STATELESS_REVISIONS:
        return result
    return {"resultType": "complete", **result, "_meta": {SERVER_KEY: server}}
