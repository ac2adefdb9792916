"""App configuration of evaluation: measures what a change does before it goes live."""

from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class EvaluationConfig(AppConfig):
    name = "apps.evaluation"
    label = "evaluation"
    verbose_name = _("Evaluation")

    def ready(self) -> None:
        from apps.documents.lifecycle.withdraw_documents import ON_WITHDRAWAL
        from apps.evaluation.comparisons.criteria import create_shipped_criteria
        from apps.evaluation.delete_withdrawn_passages import empty_passages
        from apps.evaluation.gate.publication_gate import guard_publication
        from apps.evaluation.planning.personas import create_shipped_personas
        from apps.evaluation.tasks import ensure_schedule
        from apps.llm.publication_hooks import PUBLICATION_CHECKS

        PUBLICATION_CHECKS.append(guard_publication)
        ON_WITHDRAWAL.append(empty_passages)
        post_migrate.connect(create_shipped_criteria, sender=self, dispatch_uid="evaluation.criteria")
        post_migrate.connect(create_shipped_personas, sender=self, dispatch_uid="evaluation.personas")
        post_migrate.connect(
            ensure_schedule, sender=apps.get_app_config("django_q"), dispatch_uid="evaluation.schedule"
        )
