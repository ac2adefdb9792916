"""What fakes of platforms have in common: an HTTP server on loopback, in a thread with an event loop of its own."""

import asyncio
import threading
from types import TracebackType
from typing import Self

from aiohttp import web


class Served:
    """Listens between `with` and its end; `port` 0 becomes a free one."""

    port: int

    def routes(self, router: web.UrlDispatcher) -> None:
        """Says which address is answered by what."""
        raise NotImplementedError

    async def before_closing(self) -> None:
        """Ends what would keep the server from closing."""

    def __enter__(self) -> Self:
        self._loop = asyncio.new_event_loop()
        started = threading.Event()
        self._thread = threading.Thread(target=self._serve, args=(started,), daemon=True)
        self._thread.start()
        started.wait(10)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result(10)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    def _serve(self, started: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._start())
        started.set()
        self._loop.run_forever()

    async def _start(self) -> None:
        app = web.Application()
        self.routes(app.router)
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self.port).start()
        self.port = self._runner.addresses[0][1]

    async def _stop(self) -> None:
        await self.before_closing()
        await self._runner.cleanup()
