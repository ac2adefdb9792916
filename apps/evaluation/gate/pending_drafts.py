"""Finds open drafts of the same change, to show them to whoever is about to change it, too."""

from django.urls import reverse

from apps.evaluation.models import Draft, DraftState
from apps.llm.publication_hooks import WaitingChange


def open_drafts(kind: str, target: str, *, but: int | None = None) -> list[WaitingChange]:
    """Lists drafts of the same change but that of key `but`, newest first. One query, one more for orders of models."""
    drafts = Draft.objects.filter(kind=kind, target=target, state=DraftState.OPEN).select_related("created_by")
    return [
        WaitingChange(
            draft.label, str(draft.created_by or ""), reverse("admin:evaluation_draft_change", args=[draft.pk])
        )
        for draft in drafts
        if draft.pk != but
    ]
