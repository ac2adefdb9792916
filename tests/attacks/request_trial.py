"""Sends generated requests as several people and counts what must not be: answers of 500, tracebacks in the log."""

import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import quote, urlencode

from django.contrib.auth.models import Group, User
from django.test import Client

from config.console.roles import create_groups
from config.monitoring.log_format import ServiceLogFormatter
from tests.attacks.generated_requests import GeneratedRequest, generated_requests

CALLERS = ("stranger", "editor", "administrator", "superuser")


@dataclass
class Trial:
    requests: int = 0
    statuses: Counter[int] = field(default_factory=Counter)
    server_errors: list[str] = field(default_factory=list)
    tracebacks: list[str] = field(default_factory=list)


class TracebackCollector(logging.Handler):
    """Keeps what the service's own log would show with a traceback."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(ServiceLogFormatter())
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        written = self.format(record)
        if "Traceback" in written:
            self.found.append(written)


@contextmanager
def collected_tracebacks() -> Iterator[list[str]]:
    collector, root = TracebackCollector(), logging.getLogger()
    root.addHandler(collector)
    try:
        yield collector.found
    finally:
        root.removeHandler(collector)


def client_of(caller: str) -> Client:
    """Signed in with the rights of the role; `raise_request_exception` is off, so that an error is an answer of 500."""
    client = Client(raise_request_exception=False)
    if caller == "stranger":
        return client
    create_groups()
    user, _ = User.objects.get_or_create(
        username=caller, defaults={"is_staff": True, "is_superuser": caller == "superuser"}
    )
    user.groups.set(Group.objects.filter(name__icontains=caller))
    client.force_login(user)
    return client


def try_requests(caller: str, number: int, seed: int, known: Sequence[str] = ()) -> Trial:
    """Writes to the database whatever the requests write."""
    trial, client = Trial(), client_of(caller)
    for request in generated_requests(number, seed, known):
        with collected_tracebacks() as tracebacks:
            status = send(client, request)
        trial.requests += 1
        trial.statuses[status] += 1
        if status >= 500 and status != 503:
            trial.server_errors.append(f"{status} {described(request)}")
        trial.tracebacks += [f"{described(request)}\n{one}" for one in tracebacks]
        if caller != "stranger" and "_auth_user_id" not in client.session:
            client = client_of(caller)  # it has signed itself out
    return trial


def send(client: Client, request: GeneratedRequest) -> int:
    query = urlencode(request.query, errors="surrogatepass")
    path = quote(request.path, safe="/%", errors="surrogatepass")
    response = client.generic(
        request.method,
        f"{path}?{query}" if query else path,
        request.body,
        content_type=request.content_type,
        headers={"host": request.host},
    )
    response.close()
    return response.status_code


def described(request: GeneratedRequest) -> str:
    return f"{request.method} {request.path[:150]!r} {request.query!r:.300} {request.body[:120]!r} {request.host!r}"
