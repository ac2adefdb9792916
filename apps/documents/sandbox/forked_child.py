"""The forked child: limits its resources, reads one file after another until anything unusual happens, and exits.

A file that failed, was repaired, made MuPDF warn, needed text recognition or took much memory is the last one of its
child, so that nothing of it reaches the next. What a file may cost is counted anew for each.
"""

import gc
import os
import resource
import socket
import sys
from math import ceil
from pathlib import Path
from typing import NoReturn

from apps.documents.parsing.limits import MEBIBYTE, ParseLimits
from apps.documents.parsing.ocr_slots import OcrSlots
from apps.documents.parsing.types import FailureReason, ParseFailure
from apps.documents.sandbox import wire_protocol
from apps.documents.sandbox.child_operations import ChildRequest, find_operation

MOST_GROWTH = 64 * MEBIBYTE
"""Address space by which a child may grow before it is replaced."""
FREE = b"+"
"""What a child tells the server when it can take another file."""


def run_child(link: socket.socket, limits: ParseLimits, places: OcrSlots) -> NoReturn:
    """Takes connections to clients from the server, over `link`. Never returns; exit status 0 after full answers.

    An answer is also that the file cannot be read.
    """
    limit_for_life(limits)
    # PyMuPDF's dicts make hundreds of objects a page and no cycles; `read_pdf_pages` collects now and then anyway.
    gc.disable()
    size_at_start = address_space()
    files_left = limits.files
    while True:
        limit_for_file(limits, address_space() - size_at_start)
        with next_connection(link) as connection:
            usual = serve_request(connection, limits, places)
        files_left -= 1
        grown = address_space() - size_at_start
        if not files_left or not usual or grown > MOST_GROWTH or started_programs() or mupdf_warned():
            os._exit(0)
        link.send(FREE)


def next_connection(link: socket.socket) -> socket.socket:
    """To the next client. Ends the process when the server has let go of it."""
    data, descriptors, _, _ = socket.recv_fds(link, 1, 1)
    if not data:
        os._exit(0)
    return socket.socket(fileno=descriptors[0])


def serve_request(connection: socket.socket, limits: ParseLimits, places: OcrSlots) -> bool:
    """One request with its answer; whether all was as usual."""
    wire_protocol.send_message(connection, {"kind": "started"})
    request = wire_protocol.receive_message(connection)
    data = wire_protocol.receive_bytes(connection)
    try:
        return find_operation(request["operation"])(ChildRequest(connection, request, data, limits, places))
    except ParseFailure as failure:
        send_failure(connection, failure)
    except MemoryError:
        limit = limits.memory // MEBIBYTE
        detail = f"Reading the file takes more than the {limit} MiB of memory allowed. Split it."
        send_failure(connection, ParseFailure(FailureReason.MEMORY_LIMIT, detail, limit=limit))
    return False


def limit_for_life(limits: ParseLimits) -> None:
    """No core dumps, and what all its files together may take; for this process and each one it starts."""
    set_limit(resource.RLIMIT_CORE, 0, 0)
    set_limit(resource.RLIMIT_AS, limits.memory, limits.memory + MOST_GROWTH)
    set_limit(resource.RLIMIT_CPU, limits.cpu_seconds, limits.files * (limits.cpu_seconds + 5))


def limit_for_file(limits: ParseLimits, grown: int) -> None:
    """Address space and CPU seconds for the next file, beside what the files before it have taken."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    set_limit(resource.RLIMIT_AS, limits.memory + max(grown, 0))
    # The kernel says SIGXCPU at the soft limit, which ends the process.
    set_limit(resource.RLIMIT_CPU, limits.cpu_seconds + ceil(used.ru_utime + used.ru_stime))


def set_limit(kind: int, soft: int, hard: int | None = None) -> None:
    """Never above what is allowed now; without `hard` that stays as it is."""
    _, highest = resource.getrlimit(kind)
    wanted = highest if hard is None else hard
    allowed = wanted if highest == resource.RLIM_INFINITY else min(wanted, highest)
    resource.setrlimit(kind, (soft if allowed == resource.RLIM_INFINITY else min(soft, allowed), allowed))


def address_space() -> int:
    """Bytes that the process has reserved."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


def started_programs() -> bool:
    """Whether tesseract has run, which is what a child starts: its output and threads belong to one file."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss > 0


def mupdf_warned() -> bool:
    """Whether MuPDF noticed anything odd, also where it could go on."""
    pymupdf = sys.modules.get("pymupdf")
    return pymupdf is not None and bool(pymupdf.TOOLS.mupdf_warnings())


def send_failure(connection: socket.socket, failure: ParseFailure) -> None:
    message = {"kind": "failure", "reason": failure.reason_code, "detail": failure.detail, "facts": failure.facts}
    wire_protocol.send_message(connection, message)
