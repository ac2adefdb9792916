"""Origins that a foreign page, or a program that claims to be one, may send: ours with something changed, by a seed."""

import random
from collections.abc import Iterator

SCHEMES = ["https", "http", "ws", "wss", "ftp", "file", "HTTPS", "", "https:https", "javascript", "data"]
PERSONS = ["", "", "", "", "user@", "user:pass@", "evil.example@", "evil.example:443@", "@", "%40"]
SUFFIXES = ["", "", "", "", "/", "/path", "?a", "#a", ".", " ", "\t", "\x00", "\\", "\\@evil.example", ",", ", null"]
SUFFIXES += [
    " https://evil.example",
    ",https://evil.example",
    ";",
    "%2f",
    "\r\nOrigin: x",
    "/..",
    "//",
    ".evil.example",
]
PREFIXES = ["", "", "", "", " ", "\t", "https://evil.example ", "https://evil.example,", "null ", "evil", "sub.", "-"]
PORTS = ["", "", "", ":443", ":80", ":8443", ":0", ":99999", ":", ":443:443", ":٤٤٣", ":+443", ":-1", ": 443", ":0443"]
OTHERS = ["", "null", "evil.example", "https://", "//", "https:///", "about:blank", "chrome-extension://abc", "*"]


def foreign_origins(number: int, seed: int, host: str) -> Iterator[str]:
    """`host` is ours; some of them are its own origin all the same."""
    chance = random.Random(seed)  # noqa: S311 - the same origins every time
    hosts = [host, host, host, host, host.upper(), f"{host}.evil.example", f"evil{host}", "evil.example", "[::1]"]
    hosts += ["127.0.0.1", host.replace("a", "а"), f"{host}%00", f"[{host}]", host[:-1], "localhost", "0x7f.1"]
    for turn in range(number):
        if turn < len(OTHERS):
            yield OTHERS[turn]
            continue
        parts = SCHEMES, ["://", "://", "://", ":/", "//", ":"], PERSONS, hosts, PORTS, SUFFIXES
        yield chance.choice(PREFIXES) + "".join(chance.choice(part) for part in parts)


def is_own(origin: str, host: str) -> bool:
    """Judged by what is written alone: the three ways in which a browser at https writes our own origin."""
    return origin.lower() in {f"https://{host}", f"https://{host}:443", f"https://{host}:0443"}
