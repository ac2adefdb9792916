"""A port on which nothing listens, for a server of a test or for one that must not answer."""

import socket


def find_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port
