"""What two answers are compared by: as the admin has it, with four criteria shipped. Sync."""

from apps.evaluation.comparisons.ballots import CRITERIA
from apps.evaluation.models import Criterion


def criteria_in_use() -> dict[str, str]:
    """As the admin has them; the shipped ones where all were switched off."""
    found = Criterion.objects.filter(is_active=True).values_list("slug", "meaning")
    return dict(found) or dict(CRITERIA)


def create_shipped_criteria(**_signal: object) -> None:
    """The shipped ones that are not there. What was changed in the admin stays; may run again."""
    for position, (slug, meaning) in enumerate(CRITERIA.items(), start=1):
        Criterion.objects.get_or_create(slug=slug, defaults={"meaning": meaning, "position": 10 * position})
