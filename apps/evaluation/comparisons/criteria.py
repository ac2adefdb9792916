"""The criteria by which answers are compared: those set in the admin, four of them shipped."""

from apps.evaluation.comparisons.pairwise_judgements import CRITERIA
from apps.evaluation.models import Criterion


def criteria_in_use() -> dict[str, str]:
    """The active criteria, or the shipped ones if all were switched off. One query."""
    found = Criterion.objects.filter(is_active=True).values_list("slug", "meaning")
    return dict(found) or dict(CRITERIA)


def create_shipped_criteria(**_signal: object) -> None:
    """The shipped ones that are not there. What was changed in the admin stays; may run again."""
    for position, (slug, meaning) in enumerate(CRITERIA.items(), start=1):
        Criterion.objects.get_or_create(slug=slug, defaults={"meaning": meaning, "position": 10 * position})
