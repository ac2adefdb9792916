"""Parses one file in one or more child processes: pages that end their child are left out and named."""

from collections.abc import Awaitable, Callable
from typing import Any

from apps.documents.parsing.limits import ParseLimits
from apps.documents.parsing.types import FailureReason, ParsedDocument, ParsedPage, ParseFailure, ParseFlag
from apps.documents.sandbox.fork_server_launcher import ForkServerLauncher
from apps.documents.sandbox.talk_to_child_process import ChildSession

OnPage = Callable[[ParsedPage, int], Awaitable[None] | None]
"""Called with every finished page and the number of pages of the file. While it is awaited the child waits too."""
MOST_LOST_PAGES = 5
"""Of one file; each costs two processes and up to the limits of one."""
ENDS_A_PROCESS = frozenset({FailureReason.TIME_LIMIT, FailureReason.MEMORY_LIMIT, FailureReason.CRASHED})
"""What a page can do to the process that reads it."""


class ParseRun:
    """One file on its way through one child, or through several: a page that ends its child is left out and named."""

    def __init__(self, launcher: ForkServerLauncher, preload: str, limits: ParseLimits, on_page: OnPage | None) -> None:
        self.launcher, self.preload, self.limits, self.on_page = launcher, preload, limits, on_page
        self.pages: list[ParsedPage] = []
        self.begun, self.count = 0, 0
        self.lost: list[ParseFailure] = []

    async def document(self, request: dict[str, Any], data: bytes) -> ParsedDocument:
        """Raises ParseFailure, and what `on_page` raises."""
        one_by_one = False
        while True:
            wanted = {"done": len(self.pages), "one_by_one": one_by_one}
            try:
                done = await self.read(request | wanted, data)
                break
            except ParseFailure as failure:
                # Whatever the process was at when it ended, it may have been the file's first page.
                if not self.may_be_one_page(failure) or self.is_hopeless(one_by_one):
                    raise
                if one_by_one:
                    await self.leave_out(failure)
                one_by_one = not one_by_one
        if self.lost and not any(page.text.strip() for page in self.pages):
            raise self.lost[0]
        return self.made(done)

    def may_be_one_page(self, failure: ParseFailure) -> bool:
        """Not what ended because the whole file took too long."""
        took_long = failure.facts.get("limit") == round(self.limits.wall_seconds)
        return self.preload == "pdf" and failure.reason_code in ENDS_A_PROCESS and not took_long

    def is_hopeless(self, one_by_one: bool) -> bool:
        """Many pages are lost already, or the process ended before any page."""
        return len(self.lost) >= MOST_LOST_PAGES or (one_by_one and self.begun <= len(self.pages))

    async def read(self, request: dict[str, Any], data: bytes) -> dict[str, Any]:
        """The rest of the pages; returns the last message. Raises ParseFailure."""
        async with ChildSession(self.launcher, self.preload, self.limits) as session:
            await session.ask(request, data)
            while (message := await session.answer())["kind"] != "done":
                self.count = message["count"]
                if message["kind"] == "begun":
                    self.begun = message["number"]
                else:
                    await self.add(ParsedPage.from_json(message["page"]))
        return message

    async def add(self, page: ParsedPage) -> None:
        self.pages.append(page)
        await announce_page(self.on_page, page, self.count)

    async def leave_out(self, failure: ParseFailure) -> None:
        self.lost.append(failure)
        await self.add(ParsedPage(self.begun, "", method="none", flags=frozenset({ParseFlag.PAGE_UNREADABLE})))

    def made(self, done: dict[str, Any]) -> ParsedDocument:
        flags = {ParseFlag(flag) for flag in done["flags"]}
        if self.lost:
            flags = flags.union(*(page.flags for page in self.pages))
        return ParsedDocument(
            tuple(self.pages),
            done["media_type"],
            title=done["title"],
            page_count=done["page_count"],
            flags=frozenset(flags),
            fields=done["fields"],
            front_matter=done["front_matter"],
        )


async def announce_pages(document: ParsedDocument, on_page: OnPage | None) -> ParsedDocument:
    for page in document.pages:
        await announce_page(on_page, page, document.page_count)
    return document


async def announce_page(on_page: OnPage | None, page: ParsedPage, count: int) -> None:
    if on_page is not None and (waiting := on_page(page, count)) is not None:
        await waiting
