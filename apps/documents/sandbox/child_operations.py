"""Operations a child can be asked for, a function for each. They import what the server has loaded before it forked."""

import json
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from apps.documents.parsing.collection_reading_options import Comments, TrackedChanges
from apps.documents.parsing.limits import ParseLimits
from apps.documents.parsing.ocr_slots import OcrSlots
from apps.documents.parsing.types import PageRange, ParsedPage
from apps.documents.sandbox import wire_protocol

LARGEST_BATCH = 65_536
LONGEST_BATCH_SECONDS = 0.05


@dataclass(frozen=True, slots=True)
class ChildRequest:
    """What a child is asked to do, with what, within which bounds, and where the answer goes."""

    connection: socket.socket
    request: dict[str, Any]
    data: bytes
    limits: ParseLimits
    places: OcrSlots


Operation = Callable[[ChildRequest], bool]
"""Streams its answer; says whether all was as usual, so that the process may read another file. Raises ParseFailure."""


class MessageBatch:
    """Messages that go out together: a write for each of 500 pages a second costs more than the pages' text.

    Pages that take long leave at once, so that progress is seen.
    """

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.frames: list[bytes] = []
        self.size = 0
        self.sent_at = time.monotonic()

    def add(self, message: wire_protocol.Message) -> None:
        self.frames.append(wire_protocol.encode_message(message))
        self.size += len(self.frames[-1])
        if self.size > LARGEST_BATCH or time.monotonic() - self.sent_at > LONGEST_BATCH_SECONDS:
            self.flush()

    def flush(self) -> None:
        self.connection.sendall(b"".join(self.frames))
        self.frames, self.size, self.sent_at = [], 0, time.monotonic()


def parse(call: ChildRequest) -> bool:
    from apps.documents.parsing.formats.read_document import read_document

    batch = MessageBatch(call.connection)

    def send_page(page: ParsedPage, count: int) -> None:
        batch.add({"kind": "page", "count": count, "page": page.as_json()})

    def say_begun(number: int, count: int) -> None:
        """At once, with all pages before it: this page may end the process."""
        batch.add({"kind": "begun", "number": number, "count": count})
        batch.flush()

    page_range = PageRange(call.request.get("done", 0), call.request.get("one_by_one", False))
    document = read_document(
        call.data,
        call.request["name"],
        call.request["media_type"],
        call.limits,
        send_page,
        call.places,
        wanted=page_range,
        on_begin=say_begun if page_range.one_by_one else None,
        comments=Comments(call.request.get("comments", Comments.LEFT_OUT)),
    )
    batch.add(
        {
            "kind": "done",
            "media_type": document.media_type,
            "title": document.title,
            "page_count": document.page_count,
            "flags": sorted(document.flags),
            "fields": document.fields,
            "front_matter": document.front_matter,
        }
    )
    batch.flush()
    return not document.flags


def render(call: ChildRequest) -> bool:
    from apps.documents.parsing.pdf.render_page_and_find_quote import render_pdf_page

    image = render_pdf_page(call.data, call.request["number"], call.request["dpi"])
    wire_protocol.send_message(
        call.connection, {"kind": "done", "width": image.width, "height": image.height, "media_type": "image/webp"}
    )
    wire_protocol.send_bytes(call.connection, image.data)
    return True


def draw(call: ChildRequest) -> bool:
    from apps.documents.parsing.pictures_and_books_to_pdf.draw_pdf import draw_pdf

    send_result_bytes(call, draw_pdf(call.data, call.request["media_type"]))
    # A picture takes much memory, and its reader may have kept something of it.
    return False


def find_bodies(call: ChildRequest) -> bool:
    """Answers with the body of each page, None where that is all of it."""
    from apps.documents.parsing.page_parts.running_headers_and_footers import mark_page_bodies

    given = enumerate(call.request["pages"], start=1)
    pages = mark_page_bodies([ParsedPage(number, text, margins=(head, foot)) for number, (text, head, foot) in given])
    wire_protocol.send_message(call.connection, {"kind": "done", "bodies": [page.body for page in pages]})
    return True


def complete_pages(call: ChildRequest) -> bool:
    """Answers with the pages that have changed."""
    from apps.documents.parsing.office_source_text.read_source_paragraphs import read_source_paragraphs
    from apps.documents.parsing.repair_printed_pages import restore_lost_text
    from apps.documents.parsing.repair_printed_pages.read_declared_headers_footers import read_headers_and_footers

    pages = [ParsedPage.from_json(page) for page in call.request["pages"]]
    own = read_source_paragraphs(call.data, call.request["media_type"], Comments(call.request["comments"]))
    edges = read_headers_and_footers(call.data, call.request["media_type"])
    made = restore_lost_text.complete_pages(pages, own, edges, are_all=call.request["are_all"])
    changed = [page.as_json() for page, before in zip(made, pages, strict=True) if page != before]
    wire_protocol.send_message(call.connection, {"kind": "done", "pages": changed})
    return True


def printable(call: ChildRequest) -> bool:
    """Nothing where the file itself can be printed, also where it is too broken to be looked into."""
    from apps.documents.parsing.parse_xml_tree import BROKEN_PACKAGE_ERRORS
    from apps.documents.parsing.prepare_for_conversion.printable_copy import printable_copy

    try:
        made = printable_copy(call.data, call.request["media_type"], TrackedChanges(call.request["changes"]))
    except BROKEN_PACKAGE_ERRORS:
        made = b""
    return send_result_bytes(call, made)


def attachments(call: ChildRequest) -> bool:
    """The contents one behind the other; what each is called, how long it is, or why it is missing."""
    from apps.documents.parsing.containers.pdf_attachments import attachments_of_pdf

    found = attachments_of_pdf(call.data)
    files = [[each.name, len(each.data), each.failure and each.failure.as_json()] for each in found.files]
    wire_protocol.send_message(call.connection, {"kind": "done", "files": files, "is_cover": found.is_cover})
    wire_protocol.send_bytes(call.connection, b"".join(each.data for each in found.files))
    # They take much memory.
    return False


def find_quote(call: ChildRequest) -> bool:
    from apps.documents.parsing.pdf.render_page_and_find_quote import find_quote_in_pdf

    found = find_quote_in_pdf(call.data, call.request["number"], call.request["quote"])
    wire_protocol.send_message(call.connection, {"kind": "done", "rectangles": found})
    return True


def weigh(call: ChildRequest) -> bool:
    from apps.documents.keywords.build_posting_rows import posting_rows_of_texts
    from apps.text.index_terms import Vocabulary

    vocabulary = Vocabulary(**given) if (given := call.request["vocabulary"]) else None
    rows = posting_rows_of_texts(dict(zip(call.request["chunks"], split_request_texts(call), strict=True)), vocabulary)
    return send_result_bytes(call, bytes(rows.tobytes()))


def reply(call: ChildRequest) -> bool:
    from apps.llm.offline import OfflineLanguageModel

    model = OfflineLanguageModel(call.request["purpose"])
    replies = [model.reply(prompt) for prompt in split_request_texts(call)]
    return send_result_bytes(call, json.dumps(replies).encode())


def embed(call: ChildRequest) -> bool:
    from apps.text.ngram_vectors import ngram_vectors

    return send_result_bytes(call, ngram_vectors(split_request_texts(call)).tobytes())


def split_request_texts(call: ChildRequest) -> list[str]:
    texts, start = [], 0
    for length in call.request["lengths"]:
        texts.append(call.data[start : start + length].decode())
        start += length
    return texts


def send_result_bytes(call: ChildRequest, made: bytes) -> bool:
    wire_protocol.send_message(call.connection, {"kind": "done"})
    wire_protocol.send_bytes(call.connection, made)
    return True


def measure(call: ChildRequest) -> bool:
    from dataclasses import asdict

    from apps.documents.parsing.formats import estimate_text_size

    size = estimate_text_size.estimate_size(call.data, call.request["name"], call.request["media_type"], call.limits)
    wire_protocol.send_message(call.connection, {"kind": "done", **asdict(size)})
    return True


OPERATIONS: dict[str, Operation] = {
    "parse": parse,
    "measure": measure,
    "render": render,
    "draw": draw,
    "find_quote": find_quote,
    "find_bodies": find_bodies,
    "complete_pages": complete_pages,
    "attachments": attachments,
    "printable": printable,
    "weigh": weigh,
    "reply": reply,
    "embed": embed,
}


def find_operation(name: str) -> Operation:
    """One of OPERATIONS; a name with dots is a function of a room above, which this app does not know."""
    if name in OPERATIONS:
        return OPERATIONS[name]
    module, _, function = name.rpartition(".")
    found: Operation = getattr(import_module(module), function)
    return found
