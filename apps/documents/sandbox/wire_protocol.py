"""The wire protocol between client, server and child: a length, then JSON, or raw bytes for files and images."""

import json
import socket
import struct
from typing import Any

LENGTH = struct.Struct("!I")
LARGEST_FRAME = 1 << 30

Message = dict[str, Any]


def encode_body(message: Message) -> bytes:
    """Encodes a message, without its length. Halves of characters, which texts may hold, pass unchanged."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def decode_message(body: bytes) -> Message:
    message: Message = json.loads(body.decode("utf-8", "surrogatepass"))
    return message


def encode_message(message: Message) -> bytes:
    body = encode_body(message)
    return LENGTH.pack(len(body)) + body


def send_message(connection: socket.socket, message: Message) -> None:
    connection.sendall(encode_message(message))


def send_bytes(connection: socket.socket, data: bytes) -> None:
    connection.sendall(LENGTH.pack(len(data)))
    connection.sendall(data)


def receive_message(connection: socket.socket) -> Message:
    """The next message. Raises EOFError when the other side is gone."""
    return decode_message(receive_bytes(connection))


def receive_bytes(connection: socket.socket) -> bytes:
    (length,) = LENGTH.unpack(receive_exactly(connection, LENGTH.size))
    return receive_exactly(connection, length)


def receive_exactly(connection: socket.socket, length: int) -> bytes:
    if length > LARGEST_FRAME:
        raise ValueError(f"a frame of {length} bytes is not one of ours")
    data = bytearray(length)
    view, filled = memoryview(data), 0
    while filled < length:
        received = connection.recv_into(view[filled:])
        if received == 0:
            raise EOFError("the other side closed the connection")
        filled += received
    return bytes(data)
