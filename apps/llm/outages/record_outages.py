"""Outages out of the ledger: what every process writes there says which server is down, and when it is back."""

from dataclasses import dataclass

from django.db import connection
from django.db.models import Exists, OuterRef
from django.utils import timezone

from apps.llm.errors import ModelErrorCode
from apps.llm.models import Endpoint, ModelCall, ModelOutage
from apps.llm.transport.circuit_breaker import FAILURES_TO_OPEN, REFUSALS

DOWN: tuple[ModelErrorCode, ...] = ("timeout", "server_error", "unreachable", "garbage")
"""As often in a row as it takes to open a circuit. Not `interrupted`: that is also a reader who left."""
WITHOUT_REPAIR: tuple[ModelErrorCode, ...] = (*sorted(REFUSALS), "budget_spent", "address_refused", "redirected")
"""Once is enough: no further try helps before somebody changes something."""

# Attempts that failed since the last good call of each server, in the last hour.
FAILURES = """
WITH recent AS (
    SELECT endpoint, outcome, attempts, created_at FROM llm_modelcall
    WHERE created_at > now() - interval '1 hour' AND endpoint <> ''
), good AS (
    SELECT endpoint, max(created_at) AS at FROM recent WHERE outcome = 'ok' GROUP BY endpoint
)
SELECT recent.endpoint, (array_agg(recent.outcome ORDER BY recent.created_at DESC))[1],
    sum(recent.attempts), bool_or(recent.outcome = ANY(%s)), max(recent.created_at)
FROM recent LEFT JOIN good USING (endpoint)
WHERE recent.outcome = ANY(%s) AND (good.at IS NULL OR recent.created_at > good.at)
GROUP BY recent.endpoint"""


@dataclass(frozen=True, slots=True)
class Failing:
    endpoint: str
    reason: str


def record_outages() -> None:
    """Begins an outage for each server that is down now, ends those that are over. Sync; may run twice and at once."""
    end_outages()
    for failing in failing_servers():
        # The unique row decides: of several processes one begins the outage.
        begun = ModelOutage(endpoint=failing.endpoint, reason=failing.reason)
        ModelOutage.objects.bulk_create([begun], ignore_conflicts=True)


def failing_servers() -> list[Failing]:
    """One query."""
    with connection.cursor() as cursor:
        cursor.execute(FAILURES, [list(WITHOUT_REPAIR), [*DOWN, *WITHOUT_REPAIR]])
        found = cursor.fetchall()
    in_service = set(Endpoint.objects.filter(is_active=True).values_list("name", flat=True)) if found else set()
    return [
        Failing(endpoint, reason)
        for endpoint, reason, attempts, is_final, _last in found
        if endpoint in in_service and (is_final or attempts >= FAILURES_TO_OPEN)
    ]


def end_outages() -> int:
    """Those with a good call since they began, and those of servers that are no longer in service; how many."""
    good = ModelCall.objects.filter(endpoint=OuterRef("endpoint"), outcome="ok", created_at__gt=OuterRef("began_at"))
    in_service = Endpoint.objects.filter(name=OuterRef("endpoint"), is_active=True)
    over = ModelOutage.objects.filter(ended_at=None).filter(Exists(good) | ~Exists(in_service))
    return over.update(ended_at=timezone.now())


def open_outages() -> list[ModelOutage]:
    """The oldest first. One query."""
    return list(ModelOutage.objects.filter(ended_at=None).order_by("began_at"))
