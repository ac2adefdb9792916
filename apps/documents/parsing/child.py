"""The forked child: limits itself, takes one request from the client, streams the answer, and is gone."""

import gc
import os
import resource
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

from apps.documents.parsing import wire
from apps.documents.parsing.limits import Limits
from apps.documents.parsing.places import Places
from apps.documents.parsing.types import ParsedPage, ParseFailure, Reason

LARGEST_BATCH = 65_536
LONGEST_BATCH_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class Call:
    """What a child is asked to do, with what, within which bounds, and where the answer goes."""

    connection: socket.socket
    request: dict[str, Any]
    data: bytes
    limits: Limits
    places: Places


Operation = Callable[[Call], None]


def run_child(connection: socket.socket, limits: Limits, places: Places) -> NoReturn:
    """Never returns: exit status 0 after a full answer, also when the answer is that the file cannot be read."""
    limit_resources(limits)
    # PyMuPDF's dicts make hundreds of objects a page and no cycles; `read_pages` collects now and then all the same.
    gc.disable()
    wire.send(connection, {"kind": "started"})
    request = wire.receive(connection)
    data = wire.receive_bytes(connection)
    try:
        OPERATIONS[request["operation"]](Call(connection, request, data, limits, places))
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


def parse(call: Call) -> None:
    from apps.documents.parsing.reading import read_document

    batch = Batch(call.connection)

    def send_page(page: ParsedPage, count: int) -> None:
        batch.add({"kind": "page", "count": count, "page": page.as_json()})

    document = read_document(
        call.data, call.request["name"], call.request["media_type"], call.limits, send_page, call.places
    )
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


def render(call: Call) -> None:
    from apps.documents.parsing.page_image import render_pdf_page

    image = render_pdf_page(call.data, call.request["number"], call.request["dpi"])
    wire.send(
        call.connection, {"kind": "done", "width": image.width, "height": image.height, "media_type": "image/webp"}
    )
    wire.send_bytes(call.connection, image.data)


def find_quote(call: Call) -> None:
    from apps.documents.parsing.page_image import find_quote_in_pdf

    found = find_quote_in_pdf(call.data, call.request["number"], call.request["quote"])
    wire.send(call.connection, {"kind": "done", "rectangles": found})


def weigh(call: Call) -> None:
    from apps.documents.posting_rows import rows_of_texts

    texts, start = {}, 0
    for chunk, length in zip(call.request["chunks"], call.request["lengths"], strict=True):
        texts[chunk] = call.data[start : start + length].decode()
        start += length
    rows = rows_of_texts(texts)
    wire.send(call.connection, {"kind": "done"})
    wire.send_bytes(call.connection, rows.tobytes())


def measure(call: Call) -> None:
    from dataclasses import asdict

    from apps.documents.parsing import measuring

    size = measuring.measure(call.data, call.request["name"], call.request["media_type"], call.limits)
    wire.send(call.connection, {"kind": "done", **asdict(size)})


OPERATIONS: dict[str, Operation] = {
    "parse": parse,
    "measure": measure,
    "render": render,
    "find_quote": find_quote,
    "weigh": weigh,
}
