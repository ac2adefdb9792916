"""Records outages, as the call ledger of all processes shows them: which server is down, and when it is back."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from django.db import connection
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from apps.llm.errors import ModelErrorCode
from apps.llm.models import Endpoint, ModelCall, ModelOutage
from apps.llm.transport.circuit_breaker import FAILURES_TO_OPEN, REFUSALS

DOWN: tuple[ModelErrorCode, ...] = ("timeout", "server_error", "unreachable", "garbage")
"""As often in a row as it takes to open a circuit. Not `interrupted`: that is also a reader who left."""
WITHOUT_REPAIR: tuple[ModelErrorCode, ...] = (*sorted(REFUSALS), "budget_spent", "address_refused", "redirected")
"""Once is enough: no further try helps before somebody changes something."""

ANSWERED: tuple[ModelErrorCode | Literal["ok"], ...] = ("ok", "empty", "content_filter")
"""The model is there. A probe's few tokens may all be thoughts, which leaves an empty text."""

# Attempts that failed since the last answer of each model, in the last hour. One server may answer with vectors and no
# texts: what another of its models answers does not count.
FAILURES = """
WITH recent AS (
    SELECT endpoint, model, outcome, attempts, created_at FROM llm_modelcall
    WHERE created_at > now() - interval '1 hour' AND endpoint <> ''
), good AS (
    SELECT endpoint, model, max(created_at) AS at FROM recent WHERE outcome = ANY(%s) GROUP BY endpoint, model
)
SELECT recent.endpoint, recent.model, (array_agg(recent.outcome ORDER BY recent.created_at DESC))[1],
    sum(recent.attempts), bool_or(recent.outcome = ANY(%s))
FROM recent LEFT JOIN good USING (endpoint, model)
WHERE recent.outcome = ANY(%s) AND (good.at IS NULL OR recent.created_at > good.at)
GROUP BY recent.endpoint, recent.model"""


@dataclass(frozen=True, slots=True)
class FailingModel:
    endpoint: str
    model: str
    reason: str


def record_outages() -> None:
    """Begins an outage for each server that is down now, ends those that are over. Sync; may run twice and at once."""
    failing_now = failing_models()
    end_outages([failing.endpoint for failing in failing_now])
    for failing in failing_now:
        # The unique row decides: of several processes one begins the outage.
        begun = ModelOutage(endpoint=failing.endpoint, model=failing.model, reason=failing.reason)
        ModelOutage.objects.bulk_create([begun], ignore_conflicts=True)


def failing_models() -> list[FailingModel]:
    """Returns the models that do not answer, of servers in service. Two queries."""
    with connection.cursor() as cursor:
        cursor.execute(FAILURES, [list(ANSWERED), list(WITHOUT_REPAIR), [*DOWN, *WITHOUT_REPAIR]])
        found = cursor.fetchall()
    in_service = set(Endpoint.objects.filter(is_active=True).values_list("name", flat=True)) if found else set()
    return [
        FailingModel(endpoint, model, reason)
        for endpoint, model, reason, attempts, is_final in found
        if endpoint in in_service and (is_final or attempts >= FAILURES_TO_OPEN)
    ]


def end_outages(failing: Sequence[str]) -> int:
    """Ends outages whose model answered since and of whose server no model is failing now, and those of servers that
    are no longer in service; returns how many.

    Another model's answer ends none: where nobody asks the one that failed, its failures are forgotten after an hour.
    """
    answered = ModelCall.objects.filter(
        endpoint=OuterRef("endpoint"), outcome__in=ANSWERED, created_at__gt=OuterRef("began_at")
    )
    has_answered = Exists(answered.filter(model=OuterRef("model"))) | Q(model="") & Exists(answered)
    in_service = Endpoint.objects.filter(name=OuterRef("endpoint"), is_active=True)
    is_back = has_answered & ~Q(endpoint__in=failing)
    over = ModelOutage.objects.filter(ended_at=None).filter(is_back | ~Exists(in_service))
    return over.update(ended_at=timezone.now())


def open_outages() -> list[ModelOutage]:
    """The oldest first. One query."""
    return list(ModelOutage.objects.filter(ended_at=None).order_by("began_at"))
