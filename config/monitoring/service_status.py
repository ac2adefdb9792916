"""How the service is doing: what `manage.py status` says, for people and for monitoring."""

from django.db.models import Count, F, FloatField, Min
from django.db.models.functions import Extract, Now

from apps.chat.models import Turn, TurnState
from apps.chat.models.service_settings import load_service_rules
from apps.chat.second_reader.second_reading_queue import free_readings
from apps.documents.lifecycle.reparse_outdated_documents import outdated_counts
from apps.documents.models import Document, ImportBudget, Step, StepState
from apps.documents.step_scheduling.daily_import_budgets import spent_by_imports
from apps.documents.vectors.fill_missing import Coverage, vector_coverage
from apps.evaluation.second_reader_calibration.calibration_status import second_reader_status
from apps.llm.call_ledger import Ledger
from apps.llm.daily_spend import spend_today
from apps.llm.model_registry import build_language_model, compares_meaning, embedding_model_row
from apps.llm.models import EmbeddingModel, Purpose
from config.processes import heartbeats

PROCESSES = ("web", "worker")


def service_status() -> dict[str, object]:
    """The JSON of docs/reference.md. Ages are seconds by the database's clock, null where there is nothing.

    Raises DatabaseError.
    """
    return {
        "documents": {"by_status": count_documents_by("status"), "by_reason": count_documents_by("reason_code")},
        "of_older_reader": sum(outdated_counts().values()),
        "steps": {state: count for state, count in steps_by_state().items() if state != StepState.DONE},
        "oldest_waiting_seconds": oldest_waiting_seconds(),
        "heartbeats": {name: round_seconds(heartbeats.age(name)) for name in PROCESSES},
        "workers": {host: round_seconds(seconds) for host, seconds in heartbeats.ages_by_host("worker").items()},
        "open_turns": Turn.objects.filter(state__in=[TurnState.RECEIVED, TurnState.RUNNING]).count(),
        "budgets": budget_status(),
        "import_budget": import_budget_status(),
        "models": models_in_use(),
        "embedding": embedding_status(),
        "second_reader": {**second_reader_status(), "waiting": free_readings().count()},
    }


def embedding_status() -> dict[str, object]:
    """The embedding model of search, whether all texts have its vectors, and the one that is about to take over."""
    used, successor = embedding_model_row(), EmbeddingModel.objects.filter(takes_over=True).first()
    known = vector_coverage(used)
    return {
        "model": used.name,
        "understands_meaning": compares_meaning(used),
        "complete": known.is_complete and (successor is None or known.total == 0),
        "done": known.done,
        "total": known.total,
        "successor": coverage_as_json(vector_coverage(successor)) if successor else None,
    }


def coverage_as_json(known: Coverage) -> dict[str, object]:
    return {"model": known.model, "done": known.done, "total": known.total}


def budget_status() -> dict[str, dict[str, float | None]]:
    """Spent since midnight, and the limit; null where there is none."""
    in_force, spent = load_service_rules(), spend_today()
    return {
        "tokens": {"spent": spent.tokens, "limit": in_force.tokens_per_day or None},
        "cost": {"spent": float(spent.cost), "limit": float(in_force.cost_per_day) or None},
    }


def import_budget_status() -> dict[str, dict[str, float | None]] | None:
    """What imports have spent since midnight, and the limits; None where no limit is set."""
    limits = ImportBudget.objects.first()
    if limits is None or (limits.daily_cost is None and limits.daily_tokens is None):
        return None
    spent = spent_by_imports()
    return {
        "tokens": {"spent": spent.tokens, "limit": limits.daily_tokens},
        "cost": {"spent": float(spent.cost), "limit": None if limits.daily_cost is None else float(limits.daily_cost)},
    }


def count_documents_by(field: str) -> dict[str, int]:
    """Documents by the values of a field, the most frequent first; documents without a value are left out."""
    rows = Document.objects.exclude(**{field: ""}).values(field).order_by().annotate(count=Count("pk"))
    return {row[field]: row["count"] for row in rows.order_by("-count", field)}


def steps_by_state() -> dict[str, int]:
    rows = Step.objects.values("state").order_by("state").annotate(count=Count("pk"))
    return {row["state"]: row["count"] for row in rows}


def oldest_waiting_seconds() -> float | None:
    """Seconds since the oldest waiting step was made; one that waits for its next attempt counts too."""
    waiting = Step.objects.filter(state=StepState.WAITING).aggregate(
        seconds=Extract(Now() - Min(F("created_at")), "epoch", output_field=FloatField())
    )
    return round_seconds(waiting["seconds"])


def models_in_use() -> dict[str, str]:
    """The model that is asked first for each purpose, and the embedding model of search."""
    used = {
        purpose.value: build_language_model(purpose.value, ledger=Ledger(), in_house=False).name for purpose in Purpose
    }
    return used | {"embed": embedding_model_row().name}


def round_seconds(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 1)
