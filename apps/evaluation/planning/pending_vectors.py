"""Whether a run should wait for vectors that are being made: they change what is found in the middle of a run.

After the first start search compares the spelling until the last vector of meaning is there; the model of meaning then
takes over, in the middle of a run if that has begun.
"""

from datetime import timedelta

from django.utils import timezone

from apps.documents.vectors.fill_missing import Coverage, rows_to_fill, vector_coverage
from apps.evaluation.models import Run
from apps.evaluation.models.change_drafts_and_release_log import content_digest
from apps.llm.model_registry import embedding_model_row

LONGEST_WAIT = timedelta(minutes=30)
"""What takes longer (a collection of hundreds of thousands of texts, a model that fails) holds up no measurement."""
BEGIN_AT_ONCE = "at_once"
"""The option of a run that somebody does not want to wait: since when."""
NOT_ANSWERING = frozenset({"tried", "variant"})
"""What a stored configuration has beside all that its fingerprint names."""


def awaited_vectors(run: Run) -> Coverage | None:
    """How far the vectors are that the run waits for; None when it may begin, or has begun. A few queries.

    Runs of a command wait for nothing: who starts one sees `status` beside it.
    """
    if run.has_ended or run.started_at or not run.options.get("background") or run.options.get(BEGIN_AT_ONCE):
        return None
    if run.created_at < timezone.now() - LONGEST_WAIT:
        return None
    return next((known for known in map(vector_coverage, rows_to_fill()) if not known.is_complete), None)


def record_embedding_model(run: Run) -> None:
    """Another embedding model may have taken over while the run waited: it is that one which is measured."""
    stored = run.configuration
    name = embedding_model_row().name
    if run.started_at or stored.get("embedding_model") in (None, name):
        return
    run.configuration = {**stored, "embedding_model": name}
    run.fingerprint = content_digest(
        {key: value for key, value in run.configuration.items() if key not in NOT_ANSWERING}
    )
    run.save(update_fields=["configuration", "fingerprint"])
