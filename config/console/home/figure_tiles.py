"""Tiles of the first page: figures that somebody should look at, each with the list it was counted in."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.db.models import Count, Model, Q, QuerySet
from django.http import HttpRequest
from django.template.defaultfilters import floatformat
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from apps.chat.group_refusals_into_gaps import group_refusals
from apps.chat.models import Feedback, Gap, ServiceRules
from apps.chat.models.knowledge_gaps import GapState
from apps.chat.models.service_settings import load_service_rules
from apps.documents.models import Document, Status
from apps.evaluation.limit_rows_to_readable_collections import readable_runs
from apps.evaluation.models import Run, RunState
from apps.llm.daily_spend import spend_today, start_of_today

FEEDBACK_DAYS = 7


@dataclass(frozen=True, slots=True)
class Tile:
    """A figure, what it counts, a line below it, and where it leads."""

    figure: str
    label: str
    detail: str
    url: str
    is_alarming: bool = False


def visible_tiles(request: HttpRequest) -> list[Tile]:
    """Returns the tiles whose lists this person may see. At most two queries each."""
    return [make(request) for right, make in TILES.items() if request.user.has_perm(right)]


def failed_documents_tile(request: HttpRequest) -> Tile:
    failed = visible_rows(request, Document).filter(status__in=[Status.FAILED, Status.QUARANTINED]).count()
    url = f"{changelist_url('documents_document')}?status__in={Status.FAILED},{Status.QUARANTINED}"
    label = ngettext("document could not be read", "documents could not be read", failed)
    return Tile(str(failed), label, _("with the reason of each"), url, failed > 0)


def open_gaps_tile(request: HttpRequest) -> Tile:
    # The list does so, too: what was refused a second ago counts.
    group_refusals()
    gaps = visible_rows(request, Gap).filter(state=GapState.OPEN)
    mine = Count("pk", filter=Q(owner=request.user.pk), distinct=True)
    found = gaps.aggregate(all=Count("pk", distinct=True), mine=mine)
    detail = _("%(count)d of them yours") % {"count": found["mine"]}
    url = f"{changelist_url('chat_gap')}?state__exact={GapState.OPEN}"
    return Tile(str(found["all"]), ngettext("open gap", "open gaps", found["all"]), detail, url)


def feedback_tile(request: HttpRequest) -> Tile:
    since = start_of_today() - timedelta(days=FEEDBACK_DAYS - 1)
    given = visible_rows(request, Feedback).filter(created_at__gte=since)
    found = given.aggregate(all=Count("pk"), down=Count("pk", filter=Q(rating=Feedback.Rating.DOWN)))
    detail = ngettext("of %(count)d rating in 7 days", "of %(count)d ratings in 7 days", found["all"])
    url = f"{changelist_url('chat_feedback')}?created_at__date__gte={since.date()}&rating__exact={Feedback.Rating.DOWN}"
    label = ngettext("answer found not helpful", "answers found not helpful", found["down"])
    return Tile(str(found["down"]), label, detail % {"count": found["all"]}, url)


def cost_today_tile(request: HttpRequest) -> Tile:
    in_force, spent = load_service_rules(), spend_today()
    url = f"{changelist_url('llm_modelcall')}?created_at__date__gte={timezone.localdate()}"
    return Tile(
        floatformat(spent.cost, 2),
        _("cost today"),
        cost_limit_sentence(in_force),
        url,
        is_cost_limit_reached(in_force, spent.cost),
    )


def cost_limit_sentence(in_force: ServiceRules) -> str:
    if not in_force.cost_per_day:
        return _("no limit is set")
    return _("of %(limit)s a day") % {"limit": floatformat(in_force.cost_per_day, 2)}


def is_cost_limit_reached(in_force: ServiceRules, cost: Any) -> bool:
    return bool(in_force.cost_per_day) and cost >= in_force.cost_per_day


def last_measurement_tile(request: HttpRequest) -> Tile:
    run = (
        readable_runs(request, Run.objects.all())
        .filter(state=RunState.FINISHED, mean__isnull=False)
        .order_by("-finished_at")
        .first()
    )
    if run is None or run.mean is None:
        return Tile("–", _("last measurement"), _("nothing has been measured yet"), changelist_url("evaluation_run"))
    url = reverse("admin:evaluation_run_change", args=[run.pk])
    return Tile(floatformat(run.mean, 2), _("last measurement"), str(run), url)


TILES: dict[str, Callable[[HttpRequest], Tile]] = {
    "documents.view_document": failed_documents_tile,
    "chat.view_gap": open_gaps_tile,
    "chat.view_feedback": feedback_tile,
    "llm.view_modelcall": cost_today_tile,
    "evaluation.view_run": last_measurement_tile,
}
"""By the right that a person needs to see the list behind."""


def visible_rows(request: HttpRequest, model: type[Model]) -> QuerySet[Any]:
    """The rows that the list of this person holds."""
    return admin.site.get_model_admin(model).get_queryset(request).order_by()


def changelist_url(name: str) -> str:
    return reverse(f"admin:{name}_changelist")
