"""App configuration of evaluation: measures what a change does before it goes live."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _

from apps.task_schedules import MINUTE, ScheduledTask, make_after_migrate

if TYPE_CHECKING:
    from apps.llm.publication_hooks import Publication, WaitingChange

SCHEDULES = [
    ScheduledTask("apps.evaluation.tasks.sweep", "evaluation: sweep", MINUTE),
    ScheduledTask("apps.evaluation.tasks.nightly", "evaluation: sample", "17 3 * * *"),
]


class EvaluationConfig(AppConfig):
    name = "apps.evaluation"
    label = "evaluation"
    verbose_name = _("Evaluation")

    def ready(self) -> None:
        from apps.documents.lifecycle.withdraw_documents import ON_WITHDRAWAL
        from apps.llm.publication_hooks import PUBLICATION_CHECKS, WAITING_CHANGES

        PUBLICATION_CHECKS.append(guard_publication)
        WAITING_CHANGES.append(open_drafts)
        ON_WITHDRAWAL.append(empty_passages)
        post_migrate.connect(create_shipped_rows, sender=self, dispatch_uid="evaluation.shipped")
        make_after_migrate("evaluation", *SCHEDULES)


# They load what they need when they are called, 160 modules together: most processes evaluate nothing.
def guard_publication(change: "Publication") -> AbstractContextManager[None]:
    from apps.evaluation.gate import publication_gate

    return publication_gate.guard_publication(change)


def open_drafts(kind: str, target: str) -> "Sequence[WaitingChange]":
    from apps.evaluation.gate import pending_drafts

    return pending_drafts.open_drafts(kind, target)


def empty_passages(document_ids: Sequence[int]) -> Mapping[str, int]:
    from apps.evaluation import delete_withdrawn_passages

    return delete_withdrawn_passages.empty_passages(document_ids)


def create_shipped_rows(**signal: object) -> None:
    from apps.evaluation.comparisons.criteria import create_shipped_criteria
    from apps.evaluation.planning.personas import create_shipped_personas

    create_shipped_criteria(**signal)
    create_shipped_personas(**signal)
