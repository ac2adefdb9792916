"""Reads the body of a response: unpacks it and enforces the size limit while it arrives."""

import zlib
from collections.abc import Iterator
from http.client import HTTPResponse
from typing import Any

from apps.documents.fetching.errors import FetchError, UnusableAnswerError
from apps.documents.fetching.fetch_limits import FetchLimits

BLOCK = 64 * 1024
ENCODINGS = {"": None, "identity": None, "gzip": 47, "x-gzip": 47, "deflate": 47}
"""47: zlib or gzip, told apart by their first bytes."""
RAW = -15


def read_body(response: HTTPResponse, limits: FetchLimits) -> Iterator[bytes]:
    """Raises FetchError (size_limit, download_cut, download_failed), OSError, http.client.HTTPException."""
    encoding = (response.getheader("Content-Encoding") or "").strip().lower()
    if encoding not in ENCODINGS:
        raise UnusableAnswerError("download_failed", error=f"Content-Encoding {encoding[:40]}")
    blocks = raw_blocks(response, limits)
    yield from blocks if ENCODINGS[encoding] is None else unpack_blocks(blocks, limits)


def raw_blocks(response: HTTPResponse, limits: FetchLimits) -> Iterator[bytes]:
    """Yields the body as it comes, no more and no less than the server announced."""
    announced = announced_length(response)
    if announced is not None and announced > limits.size:
        raise FetchError("size_limit", limit=limits.size, size=announced)
    received = 0
    while block := response.read(BLOCK):
        received += len(block)
        if received > limits.size:
            raise FetchError("size_limit", limit=limits.size)
        yield block
    if announced is not None and received != announced:
        raise FetchError("download_cut", received=received, announced=announced)


def announced_length(response: HTTPResponse) -> int | None:
    """None when the server does not say. Raises FetchError when it says nonsense, or two things."""
    said = {value.strip() for value in response.headers.get_all("Content-Length", [])}
    if response.chunked or not said:
        return None
    value = said.pop()
    if said or not (value.isascii() and value.isdigit()) or len(value) > 15:
        raise FetchError("download_cut", received="0", announced=value[:20])
    return int(value)


def unpack_blocks(blocks: Iterator[bytes], limits: FetchLimits) -> Iterator[bytes]:
    """Never more than a block in memory and never more than the limit in all, however well it was packed."""
    unpacker: Any = None
    size = 0
    for block in blocks:
        waiting = block
        while waiting:
            if unpacker is None or unpacker.eof:
                unpacker = choose_decompressor(waiting)
            try:
                piece = unpacker.decompress(waiting, BLOCK)
            except zlib.error:
                raise UnusableAnswerError("download_failed", error="gzip") from None
            waiting = unpacker.unconsumed_tail or unpacker.unused_data
            size += len(piece)
            if size > limits.size:
                raise FetchError("size_limit", limit=limits.size)
            yield piece
    if unpacker is None or not unpacker.eof:
        raise FetchError("download_cut", received=size, announced="gzip")


def choose_decompressor(start: bytes) -> "zlib._Decompress":
    """Chooses by the first bytes: some servers send `deflate` without a header."""
    has_header = start[:1] in (b"\x1f", b"\x78")
    return zlib.decompressobj(47 if has_header else RAW)
