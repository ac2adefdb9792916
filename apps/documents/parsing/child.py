"""The forked child: limits itself, takes one request from the client, streams the answer, and is gone."""

import gc
import os
import resource
import socket
import time
from collections.abc import Callable
from typing import Any, NoReturn

from apps.documents.parsing import wire
from apps.documents.parsing.limits import Limits
from apps.documents.parsing.types import ParsedPage, ParseFailure, Reason

LARGEST_BATCH = 65_536
LONGEST_BATCH_SECONDS = 0.05

Request = dict[str, Any]
Operation = Callable[[socket.socket, Request, bytes, Limits], None]


def run_child(connection: socket.socket, limits: Limits) -> NoReturn:
    """Never returns: exit status 0 after a full answer, also when the answer is that the file cannot be read."""
    limit_resources(limits)
    # PyMuPDF's dicts make hundreds of objects a page and no cycles; `read_pages` collects now and then all the same.
    gc.disable()
    wire.send(connection, {"kind": "started"})
    request = wire.receive(connection)
    data = wire.receive_bytes(connection)
    try:
        OPERATIONS[request["operation"]](connection, request, data, limits)
    except ParseFailure as failure:
        send_failure(connection, failure)
    except MemoryError:
        limit = limits.memory // 2**20
        detail = f"Reading the file takes more than the {limit} MiB of memory allowed. Split it."
        send_failure(connection, ParseFailure(Reason.MEMORY_LIMIT, detail, limit=limit))
    connection.close()
    os._exit(0)


def limit_resources(limits: Limits) -> None:
    """Address space, CPU seconds and no core dumps, for this process and each one it starts."""
    for kind, soft, hard in (
        (resource.RLIMIT_AS, limits.memory, limits.memory),
        # The kernel says SIGXCPU at the first and SIGKILL at the second.
        (resource.RLIMIT_CPU, limits.cpu_seconds, limits.cpu_seconds + 5),
        (resource.RLIMIT_CORE, 0, 0),
    ):
        _, highest = resource.getrlimit(kind)
        allowed = hard if highest == resource.RLIM_INFINITY else min(hard, highest)
        resource.setrlimit(kind, (min(soft, allowed), allowed))


def send_failure(connection: socket.socket, failure: ParseFailure) -> None:
    message = {"kind": "failure", "reason": failure.reason_code, "detail": failure.detail, "facts": failure.facts}
    wire.send(connection, message)


class Batch:
    """Messages that go out together: a write for each of 500 pages a second costs more than the pages' text.

    Pages that take long leave at once, so that progress is seen.
    """

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.frames: list[bytes] = []
        self.size = 0
        self.sent_at = time.monotonic()

    def add(self, message: wire.Message) -> None:
        self.frames.append(wire.encode(message))
        self.size += len(self.frames[-1])
        if self.size > LARGEST_BATCH or time.monotonic() - self.sent_at > LONGEST_BATCH_SECONDS:
            self.flush()

    def flush(self) -> None:
        self.connection.sendall(b"".join(self.frames))
        self.frames, self.size, self.sent_at = [], 0, time.monotonic()


def parse(connection: socket.socket, request: Request, data: bytes, limits: Limits) -> None:
    from apps.documents.parsing.reading import read_document

    batch = Batch(connection)

    def send_page(page: ParsedPage, count: int) -> None:
        batch.add({"kind": "page", "count": count, "page": page.as_json()})

    document = read_document(data, request["name"], request["media_type"], limits, send_page)
    batch.add(
        {
            "kind": "done",
            "media_type": document.media_type,
            "title": document.title,
            "page_count": document.page_count,
            "flags": sorted(document.flags),
            "fields": document.fields,
        }
    )
    batch.flush()


def render(connection: socket.socket, request: Request, data: bytes, limits: Limits) -> None:
    from apps.documents.parsing.page_image import render_pdf_page

    image = render_pdf_page(data, request["number"], request["dpi"])
    wire.send(connection, {"kind": "done", "width": image.width, "height": image.height, "media_type": "image/webp"})
    wire.send_bytes(connection, image.data)


def find_quote(connection: socket.socket, request: Request, data: bytes, limits: Limits) -> None:
    from apps.documents.parsing.page_image import find_quote_in_pdf

    found = find_quote_in_pdf(data, request["number"], request["quote"])
    wire.send(connection, {"kind": "done", "rectangles": found})


def weigh(connection: socket.socket, request: Request, data: bytes, limits: Limits) -> None:
    from apps.documents.posting_rows import rows_of_texts

    texts, start = {}, 0
    for chunk, length in zip(request["chunks"], request["lengths"], strict=True):
        texts[chunk] = data[start : start + length].decode()
        start += length
    rows = rows_of_texts(texts)
    wire.send(connection, {"kind": "done"})
    wire.send_bytes(connection, rows.tobytes())


def measure(connection: socket.socket, request: Request, data: bytes, limits: Limits) -> None:
    from dataclasses import asdict

    from apps.documents.parsing import measuring

    size = measuring.measure(data, request["name"], request["media_type"], limits)
    wire.send(connection, {"kind": "done", **asdict(size)})


OPERATIONS: dict[str, Operation] = {
    "parse": parse,
    "measure": measure,
    "render": render,
    "find_quote": find_quote,
    "weigh": weigh,
}
