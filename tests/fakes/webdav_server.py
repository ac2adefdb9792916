"""A real WebDAV server for tests: wsgidav on cheroot, over a folder, with a user and a password.

with WebDAVServer(folder) as share:
    share.location                                     # http://127.0.0.1:…/files
    share.asked                                        # (method, path) of every request
    share.shares["/Bauamt"] = [("bauamt", GROUP)]      # told as Nextcloud tells with whom something is shared
"""

import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import unquote
from xml.sax.saxutils import escape

from wsgidav.prop_man.property_manager import PropertyManager

PERSON, GROUP, LINK = 0, 1, 3
SHAREES = "{http://nextcloud.org/ns}sharees"
USER, PASSWORD = "leser", "geheim: äöü"


class Shares(PropertyManager):  # type: ignore[misc]
    """The property by which Nextcloud tells with whom a file or folder is shared (ShareeList in its apps/dav)."""

    def __init__(self, shares: dict[str, list[tuple[str, int]]]) -> None:
        super().__init__()
        self.shares = shares

    def get_property(self, norm_url: str, name: str, environ: Any = None) -> str | None:
        if name != SHAREES:
            return None
        shared = self.shares.get(unquote(norm_url).removeprefix("/files").rstrip("/") or "/", [])
        inside = "".join(
            f"<nc:sharee><nc:id>{escape(who)}</nc:id><nc:display-name>{escape(who.title())}</nc:display-name>"
            f"<nc:type>{kind}</nc:type></nc:sharee>"
            for who, kind in shared
        )
        return f'<nc:sharees xmlns:nc="http://nextcloud.org/ns">{inside}</nc:sharees>'


class WebDAVServer:
    def __init__(self, folder: Path, *, pause: float = 0.0) -> None:
        """`pause` is how many seconds each answer takes longer."""
        self.folder = folder
        self._pause = pause
        self.asked: list[tuple[str, str]] = []
        self.shares: dict[str, list[tuple[str, int]]] = {}

    def __enter__(self) -> "WebDAVServer":
        from cheroot import wsgi
        from wsgidav.wsgidav_app import WsgiDAVApp

        app = WsgiDAVApp({
            "provider_mapping": {"/files": {"root": str(self.folder), "readonly": True}},
            "simple_dc": {"user_mapping": {"*": {USER: {"password": PASSWORD}}}},
            "http_authenticator": {"accept_basic": True, "accept_digest": False, "default_to_digest": False},
            "property_manager": Shares(self.shares), "logging": {"enable": False}, "verbose": 0,
        })  # fmt: skip

        def noted(environ: dict[str, Any], start_response: Any) -> Any:
            self.asked.append((environ["REQUEST_METHOD"], environ["PATH_INFO"]))
            time.sleep(self._pause)
            return app(environ, start_response)

        self._server = wsgi.Server(("127.0.0.1", 0), noted, numthreads=4)
        self._server.prepare()
        self._thread = threading.Thread(target=self._server.serve, daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.stop()
        self._thread.join()

    @property
    def entry(self) -> str:
        return f"127.0.0.1:{self._server.bind_addr[1]}"

    @property
    def location(self) -> str:
        return f"http://{self.entry}/files"
