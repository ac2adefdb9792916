"""Made-up requests to the interface: how many of them end in an error of ours.

    python benchmarks/interface.py [--examples 120] [--seed 1] [--json]

From the OpenAPI document, for every operation and every kind of caller, right requests and wrong ones in equal parts;
every second one of the right ones names what exists, so that it is not refused for an unknown name alone.
`--examples` are those of one operation, caller and kind; 120 make more than 10,000 requests. Everything runs in this
process on a database of its own, answered by the built-in models.
"""

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.database import own_database  # noqa: E402 - importable once the folder is on the path

CALLERS = ("anonymous", "plain", "editor", "evaluator", "administrator")
KNOWN_IN_A_BODY: dict[str, Any] = {
    "collection": "amt",
    "collections": ["amt"],
    "algorithm": "hybrid",
    "filters": {"tag": ["gebühr"], "from": "2020-01-01"},
    "conversation": None,
    "model": None,
    "text_type": None,
    "organisation": "",
}
PAGE = "Die Gebühr für einen Anwohnerparkausweis beträgt 30,70 Euro im Jahr. Sie ist bar zu zahlen."


@dataclass
class Counted:
    """`server_errors` names operation and status; `statuses` counts all answers."""

    requests: int = 0
    server_errors: list[str] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--examples", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    with own_database("auskunft_benchmark_interface"):
        load()
        figures = measure(options.examples, options.seed)
    print(json.dumps(figures, ensure_ascii=False, indent=None if options.json else 2))


def load() -> None:
    """Something to find, and the groups whose rights the callers have."""
    from tests import factories

    factories.document([PAGE], title="Gebühren", external_id="gebuehren.txt")


def measure(examples: int, seed: int) -> dict[str, Any]:
    started = time.perf_counter()
    counts = {caller: try_out(caller, examples=examples, seed=seed) for caller in CALLERS}
    return {
        "requests": sum(counted.requests for counted in counts.values()),
        "server_errors": sum(len(counted.server_errors) for counted in counts.values()),
        "seconds": round(time.perf_counter() - started, 1),
        "callers": {caller: as_row(counted) for caller, counted in counts.items()},
        "errors": [error for counted in counts.values() for error in counted.server_errors][:20],
    }


def as_row(counted: Counted) -> dict[str, int]:
    groups = Counter(f"{status // 100}xx" for status in counted.statuses.elements())
    return {"requests": counted.requests} | {name: groups[name] for name in ("2xx", "4xx", "5xx")}


def try_out(caller: str, *, examples: int, seed: int) -> Counted:
    """Calls every operation as this caller; needs a database with the groups in it."""
    counted = Counted()
    headers = headers_of(caller)
    with kept_connection():
        for label, strategy in strategies():
            send(strategy, label, headers, counted, examples=examples, seed=seed)
    return counted


@contextmanager
def kept_connection() -> Iterator[None]:
    """Requests share this thread's connection, which may be within a test's transaction; none of them is too many."""
    from django.core.signals import request_finished, request_started
    from django.db import close_old_connections

    from apps.chat.admission import admit_question
    from apps.chat.models.rate_allowances import Allowances
    from config.api.protocol import throttles

    endless = Allowances("benchmark", capacity=1e9, per_second=1e9)
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    try:
        with (
            patch.object(throttles, "TOKEN_CALLS", endless),
            patch.object(throttles, "VISITOR_CALLS", endless),
            patch.object(admit_question, "VISITOR_QUESTIONS", endless),
        ):
            yield
    finally:
        for signal in signals:
            signal.connect(close_old_connections)


def send(strategy: Any, label: str, headers: dict[str, str], counted: Counted, *, examples: int, seed: int) -> None:
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis import seed as seeded

    checks = list(HealthCheck)

    @seeded(seed)
    @settings(
        max_examples=examples, deadline=None, database=None, phases=[Phase.generate], suppress_health_check=checks
    )
    @given(case=strategy)
    def call(case: Any) -> None:
        if label.endswith("positive") and counted.requests % 2:
            name_what_exists(case)
        answer = case.call(headers=headers)
        counted.requests += 1
        counted.statuses[answer.status_code] += 1
        # 503 is how the interface says that a model or the database is away; here nothing is.
        if answer.status_code >= 500:
            counted.server_errors.append(f"{label} {answer.status_code} {case.body!r:.200}")

    call()


def name_what_exists(case: Any) -> None:
    """Puts known names in the places of made-up ones; what else the request says stays."""
    from apps.documents.models import Document

    if isinstance(case.body, dict):
        case.body = {name: KNOWN_IN_A_BODY.get(name, value) for name, value in case.body.items()}
    if "document_id" in case.path_parameters and case.method != "DELETE":
        case.path_parameters["document_id"] = Document.objects.values_list("pk", flat=True).first()


def strategies() -> Iterator[tuple[str, Any]]:
    """Right and wrong requests of every operation of the description."""
    import schemathesis
    from django.core.wsgi import get_wsgi_application
    from schemathesis import GenerationMode
    from schemathesis.core.result import Ok

    schema = schemathesis.openapi.from_wsgi("/api/openapi.json", get_wsgi_application())
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            yield (
                f"{operation.method.upper()} {operation.path} {mode.value}",
                operation.as_strategy(generation_mode=mode),
            )


def headers_of(caller: str) -> dict[str, str]:
    """A token with all scopes for everybody but the public."""
    from django.contrib.auth.models import Group, User

    from config.api.tokens.api_tokens import ApiToken
    from config.api.tokens.scopes import Scope

    if caller == "anonymous":
        return {}
    user = User.objects.get_or_create(username=f"caller-{caller}")[0]
    if caller != "plain":
        user.groups.add(Group.objects.get(name=caller))
    return {"Authorization": f"Bearer {ApiToken(name='benchmark', user=user, scopes=list(Scope.values)).issue()}"}


if __name__ == "__main__":
    main()
