"""Cases that a worker builds: inventing questions takes up to 26 calls of a model, longer than a page may take."""

from datetime import timedelta

from django.utils import timezone
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from apps.documents.models import Collection
from apps.evaluation.models import Suite
from apps.evaluation.planning.generate_cases import build_suite
from apps.llm.errors import ModelError

BUILDING, BUILT, FAILED = "building", "built", "failed"


def claim_case_build(suite: Suite, seconds: int) -> bool:
    """Note that a worker builds cases. False where one has done so for less than `seconds`."""
    now = timezone.now()
    given_up = (now - timedelta(seconds=seconds)).isoformat()
    free = Suite.objects.filter(pk=suite.pk).exclude(case_build__state=BUILDING, case_build__since__gt=given_up)
    order = {"state": BUILDING, "since": now.isoformat(), "language": get_language()}
    return free.update(case_build=order) == 1


def build_claimed_cases(suite_id: int, numbers: dict[str, int], collection_ids: list[int] | None) -> None:
    """Build cases and write down on the suite how it ended. Asks a model. Leaves quietly when the suite is gone."""
    suite = Suite.objects.filter(pk=suite_id).first()
    if suite is None:
        return
    readable = None if collection_ids is None else Collection.objects.filter(pk__in=collection_ids)
    with override((suite.case_build or {}).get("language")):
        state, sentence = FAILED, _("Cases could not be built. The log of the worker says why.")
        try:
            added = sum(build_suite(suite, **numbers, readable=readable).values())
            state, sentence = BUILT, _("%(number)s cases built.") % {"number": added}
        except ModelError as error:
            sentence = str(error)
        finally:
            Suite.objects.filter(pk=suite_id).update(case_build={"state": state, "sentence": sentence})
