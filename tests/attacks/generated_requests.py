"""Requests to every address of the site and the admin, made up by a seed: right ones, and ones that nobody foresaw."""

import random
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.contrib import admin
from django.urls import URLPattern, URLResolver, get_resolver

METHODS = ["GET"] * 12 + ["POST"] * 4 + ["HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "TRACE"]
VALUES = [
    "", "0", "1", "-1", "99999999999", "9" * 30, "1e999", "NaN", "\0", "a\0b", "\ud800", "\x1b[2J", "true", "None",
    "all", "2024-02-30", "99999-01-01", "0000-00-00", "../../etc/passwd", "%00", "%", "' OR 1=1 --", "<script>",
    "${7*7}", "{{7*7}}", "ä" * 300, "a" * 5_000, "\r\nX: y", "[]", "{}", "[" * 400, '{"a": ' * 50, "1,2,3", "1,\0",
    "de", "draft", "ready", str(uuid.UUID(int=0)), "12345678-1234-1234-1234-1234567890ab", "\u0663", "\u00bd", "\u202e",
]  # fmt: skip
LOOKUPS = [
    "", "__exact", "__iexact", "__in", "__gt", "__lt", "__gte", "__lte", "__year", "__month", "__day", "__week",
    "__date", "__isnull", "__contains", "__icontains", "__startswith", "__regex", "__range", "__time", "__pk",
    "__id__exact", "__nothing", "__user__password__startswith",
]  # fmt: skip
OF_LISTS = [
    "q",
    "o",
    "p",
    "e",
    "all",
    "_facets",
    "_popup",
    "_to_field",
    "_changelist_filters",
    "next",
    "language",
    "action",
]
HOSTS = ["testserver"] * 30 + [
    "evil.example",
    "evil.example:99999",
    "[::1",
    "a b",
    "testserver\0",
    "ä.example",
    "." * 300,
    "",
]
TYPES = [
    "application/x-www-form-urlencoded",
    "application/json",
    "text/plain",
    "application/json; charset=nonsense",
    "multipart/form-data",
    "multipart/form-data; boundary=x",
    "\xff",
]


@dataclass(frozen=True)
class Address:
    """A route with the kinds of values in it, such as ("documents/", ("int", "int")), and names of parameters."""

    pieces: tuple[str, ...]
    """Text and kinds of values in turn; the first is text."""
    parameters: tuple[str, ...] = ()


@dataclass
class GeneratedRequest:
    method: str
    path: str
    query: list[tuple[str, str]] = field(default_factory=list)
    body: bytes = b""
    content_type: str = TYPES[0]
    host: str = "testserver"


def addresses() -> list[Address]:
    """All routes of the site; those of lists of the admin with the parameters that filter them."""
    return [Address(pieces_of(route), parameters_of(name)) for route, name in routes(get_resolver())]


def routes(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, str]]:
    for one in resolver.url_patterns:
        route = before + str(one.pattern).lstrip("^").rstrip("$").replace(r"\Z", "")
        if isinstance(one, URLResolver):
            yield from routes(one, route)
        elif isinstance(one, URLPattern):
            yield route, one.name or ""


def pieces_of(route: str) -> tuple[str, ...]:
    """ "documents/<int:pk>/" -> ("documents/", "int", "/")"""
    found: list[str] = []
    for number, piece in enumerate(route.replace("(?P<", "<").split("<")):
        kind, closed, rest = piece.partition(">")
        found += [piece] if number == 0 else [kind.partition(":")[0] if closed else "str", rest]
    return tuple(found)


def parameters_of(name: str) -> tuple[str, ...]:
    models = {f"{model._meta.app_label}_{model._meta.model_name}_changelist": model for model in admin.site._registry}
    if name not in models:
        return ()
    model = models[name]
    filters = [one for one in admin.site._registry[model].list_filter if isinstance(one, str)]
    return tuple(dict.fromkeys([*filters, *(one.name for one in model._meta.get_fields())]))


def generated_requests(number: int, seed: int, known: Sequence[str] = ()) -> Iterator[GeneratedRequest]:
    """`known`: values that exist, such as primary keys, so that not every request ends at an unknown one."""
    chance = random.Random(seed)  # noqa: S311 - the same requests every time
    places = addresses()
    for turn in range(number):
        address = places[turn % len(places)] if turn < 2 * len(places) else chance.choice(places)
        yield generated_request(address, chance, [*VALUES, *known, *known])


def generated_request(address: Address, chance: random.Random, values: Sequence[str]) -> GeneratedRequest:
    path = "/" + "".join(
        piece if number % 2 == 0 else value_of(piece, chance, values) for number, piece in enumerate(address.pieces)
    )
    method = chance.choice(METHODS)
    names = [*OF_LISTS, *address.parameters]
    query = [(name_of(chance, names), chance.choice(values)) for _ in range(chance.choice([0, 0, 1, 1, 2, 4]))]
    body = b""
    content_type = TYPES[0]
    if method in ("POST", "PUT", "PATCH"):
        content_type = chance.choice([*TYPES[:2] * 3, *TYPES])
        body = body_of(chance, values)
    return GeneratedRequest(method, path, query, body, content_type, chance.choice(HOSTS))


def value_of(kind: str, chance: random.Random, values: Sequence[str]) -> str:
    """Mostly one that the route takes."""
    fitting: dict[str, Any] = {
        "int": lambda: str(chance.choice([0, 1, 2, 7, 10**9, 2**31, 2**63, 10**30])),
        "uuid": lambda: str(uuid.UUID(int=chance.getrandbits(128))),
    }
    if kind in fitting and chance.random() < 0.8:
        return str(fitting[kind]())
    return chance.choice(values)[:2_000]


def name_of(chance: random.Random, names: Sequence[str]) -> str:
    return chance.choice(names) + chance.choice(LOOKUPS) if chance.random() < 0.97 else chance.choice(VALUES)[:50]


def body_of(chance: random.Random, values: Sequence[str]) -> bytes:
    from urllib.parse import urlencode

    names = "text question message_id conversation turn rating language csrfmiddlewaretoken _save action name password"
    fields = [*names.split(), "_selected_action", "username", "id", "token", "format", "sentence"]
    pairs = [(chance.choice(fields), chance.choice(values)) for _ in range(chance.randrange(6))]
    written = urlencode(pairs, errors="surrogatepass").encode()
    as_json = repr(dict(pairs)).replace("'", '"').encode("utf-8", "surrogatepass")
    return chance.choice(
        [written, written, as_json, b"", b"\xff\xfe\0", b"{", b"--x\r\nContent-Disposition: form-data"]
    )
