"""One HTTP request to the service. Follows no redirect, so that the token goes to the host that was named alone."""

import http.client
import ipaddress
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, urljoin, urlsplit

from auskunft_client.errors import FAILED, NOT_REACHED, WRONG_USE, ClientError
from auskunft_client.texts import language, say

DEFAULT_URL = "http://localhost:8000"
EVENT_STREAM = "text/event-stream"
EVENTS = {"Content-Type": "application/json", "Accept": EVENT_STREAM}
SECONDS = 300
"""An answer of a slow model takes its time."""


class Service:
    """The address and the token, checked. Raises ClientError."""

    def __init__(self, url: str, token: str = "") -> None:
        parts = address_of(url)
        self.host, self.port = parts.hostname or "", parts.port
        if not (token.isascii() and token.isprintable()):
            raise ClientError(say("The token has signs that no token has. Was it copied whole?"), WRONG_USE)
        if token and parts.scheme == "http" and not is_this_machine(self.host):
            sentence = say("The token is not sent unencrypted to %(host)s: use https.", host=self.host)
            raise ClientError(sentence, WRONG_USE)
        self.url, self.scheme, self.path = url.rstrip("/"), parts.scheme, parts.path.rstrip("/")
        self.token = token

    def absolute(self, address: str) -> str:
        """Of a page that the service names."""
        return urljoin(f"{self.url}/", address)

    def get(self, path: str, *, accepted: Iterable[int] = (200,)) -> Any:
        """The JSON. Raises ClientError."""
        return self.request("GET", path, headers=self.in_own_language(), accepted=accepted)

    def post(self, path: str, body: Mapping[str, object], *, answers_in_own_language: bool = False) -> Any:
        """JSON for JSON. Raises ClientError."""
        headers = self.in_own_language() if answers_in_own_language else {}
        return self.request("POST", path, json.dumps(body).encode(), headers | {"Content-Type": "application/json"})

    def in_own_language(self) -> dict[str, str]:
        return {"Accept-Language": language()}

    def request(
        self,
        method: str,
        path: str,
        body: bytes | Iterable[bytes] | None = None,
        headers: Mapping[str, str] | None = None,
        accepted: Iterable[int] = (200, 201),
    ) -> Any:
        """The JSON of the answer. Raises ClientError."""
        with self.opened(method, path, body, headers or {}) as answer:
            status, text = answer.status, answer.read()
        return self.read(status, text, set(accepted))

    def events(self, path: str, body: Mapping[str, object]) -> Iterator[dict[str, Any]]:
        """The events of an answer as they come, or the answer alone from a service that sends it whole.

        Raises ClientError.
        """
        with self.opened("POST", path, json.dumps(body).encode(), EVENTS) as answer:
            if answer.status != 200 or EVENT_STREAM not in (answer.getheader("Content-Type") or ""):
                yield {"type": "done"} | self.read(answer.status, answer.read(), {200})
                return
            for line in answer:
                if line.startswith(b"data: "):
                    yield self.read(200, line[6:], {200})

    @contextmanager
    def opened(
        self, method: str, path: str, body: bytes | Iterable[bytes] | None, headers: Mapping[str, str]
    ) -> Iterator[http.client.HTTPResponse]:
        """Blocks for at most SECONDS between two parts of the answer. Raises ClientError, also out of the block."""
        kind = http.client.HTTPSConnection if self.scheme == "https" else http.client.HTTPConnection
        connection = kind(self.host, self.port, timeout=SECONDS)
        authorization = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        try:
            connection.request(
                method, self.path + path, body, {"Accept": "application/json", **authorization, **headers}
            )
            yield connection.getresponse()
        except OSError as error:
            sentence = say("The service at %(url)s cannot be reached: %(reason)s", url=self.url, reason=error)
            raise ClientError(sentence, NOT_REACHED) from None
        except http.client.HTTPException:
            raise ClientError(say("The connection broke before the answer was complete."), NOT_REACHED) from None
        finally:
            connection.close()

    def read(self, status: int, text: bytes, accepted: set[int]) -> Any:
        """Raises ClientError with the sentence of the service."""
        try:
            said = json.loads(text)
        except ValueError:
            sentence = say(
                "The service answered with status %(status)s and no JSON. Is %(url)s its address?",
                status=status,
                url=self.url,
            )
            raise ClientError(sentence) from None
        if status in accepted:
            return said
        error = said.get("error") if isinstance(said, dict) else None
        message = str(error["message"]) if isinstance(error, dict) and "message" in error else f"HTTP {status}"
        if status in (401, 403) and not self.token:
            message += " " + say("A token in AUSKUNFT_TOKEN or AUSKUNFT_TOKEN_FILE may be missing.")
        raise ClientError(message, WRONG_USE if status == 400 else FAILED)


def address_of(url: str) -> SplitResult:
    """The parts of an address that can be asked by HTTP. Raises ClientError."""
    try:
        parts = urlsplit(url)
        # Both raise ValueError: for names that no resolver takes, and for ports that there are not.
        named = (parts.hostname or "").encode("idna"), parts.port
    except ValueError:
        parts, named = SplitResult("", "", "", "", ""), (b"", None)
    is_plain = url.isprintable() and " " not in url and parts.path.isascii() and parts.username is None
    if parts.scheme not in ("http", "https") or not named[0] or not is_plain:
        raise ClientError(say("'%(url)s' is no address of a service, use https://HOST.", url=url), WRONG_USE)
    return parts


def is_this_machine(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def own_token() -> str:
    """AUSKUNFT_TOKEN, or the content of AUSKUNFT_TOKEN_FILE; never an argument, which others could read in the list
    of processes. Raises ClientError."""
    if token := os.environ.get("AUSKUNFT_TOKEN", "").strip():
        return token
    path = os.environ.get("AUSKUNFT_TOKEN_FILE", "")
    try:
        return Path(path).read_text(encoding="utf-8").strip() if path else ""
    except (OSError, ValueError) as error:
        sentence = say("The file of AUSKUNFT_TOKEN_FILE cannot be read: %(reason)s", reason=error)
        raise ClientError(sentence, WRONG_USE) from None
