"""A real WebDAV server for tests: wsgidav on cheroot, over a folder, with a user and a password.

with WebDAVServer(folder) as share:
    share.location                                     # http://127.0.0.1:…/files
    share.asked                                        # (method, path) of every request
"""

import threading
import time
from pathlib import Path
from types import TracebackType
from typing import Any

USER, PASSWORD = "leser", "geheim: äöü"


class WebDAVServer:
    def __init__(self, folder: Path, *, pause: float = 0.0) -> None:
        """`pause` is how many seconds each answer takes longer."""
        self.folder = folder
        self._pause = pause
        self.asked: list[tuple[str, str]] = []

    def __enter__(self) -> "WebDAVServer":
        from cheroot import wsgi
        from wsgidav.wsgidav_app import WsgiDAVApp

        app = WsgiDAVApp({
            "provider_mapping": {"/files": {"root": str(self.folder), "readonly": True}},
            "simple_dc": {"user_mapping": {"*": {USER: {"password": PASSWORD}}}},
            "http_authenticator": {"accept_basic": True, "accept_digest": False, "default_to_digest": False},
            "logging": {"enable": False}, "verbose": 0,
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
