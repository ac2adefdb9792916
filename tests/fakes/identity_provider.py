"""A sign-in provider on loopback: discovery, keys, authorization code with PKCE, token and userinfo, over real HTTP."""

import base64
import hashlib
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
OTHER_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)


class IdentityProvider:
    """Set `claims` (of the person who signs in), `token` (changes to the ID token), `key` or `broken` before a test."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.claims: dict[str, Any] = {"sub": "person-1", "email": "erika@amt.example", "given_name": "Erika"}
        self.token: dict[str, Any] = {}
        self.issuer = url
        self.key = KEY
        self.broken: set[str] = set()
        self.drips: set[str] = set()
        """Paths whose answers never end, a byte at a time."""
        self.said: dict[str, Any] = {}
        """Paths that answer with this JSON, whatever would be right."""
        self.endless: set[str] = set()
        """Paths whose answers never end, as fast as they can."""
        self.sent = 0
        """Bytes of those."""
        self.signs_userinfo = False
        self._codes: dict[str, dict[str, str]] = {}

    def authorize(self, address: str) -> str:
        """What a person who agrees does in the browser: gives back the address of the callback with its code."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        code = f"code-{len(self._codes)}"
        self._codes[code] = asked
        return asked["redirect_uri"] + "?" + urlencode({"code": code, "state": asked["state"]})

    def discovery(self) -> dict[str, str]:
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "userinfo_endpoint": f"{self.url}/userinfo",
            "jwks_uri": f"{self.url}/keys",
        }

    def keys(self) -> dict[str, Any]:
        return {"keys": [{**jwt.algorithms.RSAAlgorithm.to_jwk(KEY.public_key(), as_dict=True), "kid": "1"}]}

    def exchange(self, form: dict[str, str]) -> dict[str, Any]:
        """Raises KeyError for a code that was never given or a verifier that does not fit its challenge."""
        asked = self._codes.pop(form["code"])
        digest = hashlib.sha256(form["code_verifier"].encode()).digest()
        if base64.urlsafe_b64encode(digest).rstrip(b"=").decode() != asked["code_challenge"]:
            raise KeyError("code_verifier")
        now = int(time.time())
        claims = {
            "iss": self.url,
            "aud": asked["client_id"],
            "sub": self.claims["sub"],
            "exp": now + 60,
            "nonce": asked["nonce"],
        }
        kept = {name: value for name, value in {**claims, **self.token}.items() if value is not None}
        return {"access_token": "access", "token_type": "Bearer", "id_token": self.signed(kept)}

    def signed(self, claims: dict[str, Any]) -> str:
        return jwt.encode(claims, self.key, algorithm="RS256", headers={"kid": "1"})


def handler_of(provider: IdentityProvider) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            replies = {
                "/.well-known/openid-configuration": provider.discovery,
                "/keys": provider.keys,
                "/userinfo": lambda: provider.claims,
            }
            self.reply(urlsplit(self.path).path, replies.get(urlsplit(self.path).path))

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            form = {name: values[0] for name, values in parse_qs(body).items()}
            self.reply(self.path, lambda: provider.exchange(form))

        def reply(self, path: str, make: Any) -> None:
            if make is None or path in provider.broken:
                self.send_error(503)
                return
            try:
                value = provider.said.get(path, ...)
                body = json.dumps(make() if value is ... else value).encode()
            except KeyError:
                self.send_error(400)
                return
            kind = "application/json"
            if provider.signs_userinfo and path == "/userinfo":
                claims = {"iss": provider.url, "aud": "auskunft", **provider.claims}
                kind, body = "application/jwt", provider.signed(claims).encode()
            if path in provider.drips:
                self.drip(path)
                return
            self.send_response(200)
            self.send_header("Content-Type", kind)
            if path in provider.endless:
                self.flood(path)
                return
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def flood(self, path: str) -> None:
            self.end_headers()
            with suppress(OSError):
                while path in provider.endless:
                    self.wfile.write(b" " * 65_536)
                    provider.sent += 65_536

        def drip(self, path: str) -> None:
            self.wfile.write(b"HTTP/1.0 200 OK\r\nX-Slow: ")
            with suppress(OSError):
                while path in provider.drips:
                    self.wfile.write(b"x")
                    time.sleep(0.2)

        def log_message(self, format: str, *arguments: Any) -> None:
            """Silence: a test's output is its own."""

    return Handler


@contextmanager
def running() -> Iterator[IdentityProvider]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    provider = IdentityProvider(f"http://127.0.0.1:{server.server_port}")
    server.RequestHandlerClass = handler_of(provider)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
