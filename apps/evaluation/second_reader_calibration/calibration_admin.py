"""Calibrations of second readers in the admin: begun with a button, measured by a worker, with their progress."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.defaultfilters import floatformat
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from apps.admin_base import ReadOnly, column, short
from apps.chat.models import ReaderCalibration
from apps.chat.models.second_readings import FEWEST_CASES, LEAST_KAPPA
from apps.chat.second_reader.second_reader_models import SECOND_READER_PROMPTS
from apps.evaluation.second_reader_calibration.calibration_status import second_reader_status
from apps.evaluation.second_reader_calibration.labelled_cases import BadCases
from apps.evaluation.second_reader_calibration.measure_reader import (
    NoReader,
    begin_calibration,
    enqueue_calibration,
    unfinished_calibrations,
)


@admin.register(ReaderCalibration)
class ReaderCalibrationAdmin(ReadOnly, admin.ModelAdmin[ReaderCalibration]):
    list_display = ["__str__", "state", "progress", "agreement", "wrongly_supported", "is_enough", "ended"]
    list_filter = ["language", "state"]
    change_list_template = "admin/chat/readercalibration/change_list.html"

    @admin.display(description=_("cases"))
    def progress(self, calibration: ReaderCalibration) -> str:
        return f"{calibration.done} / {calibration.total}"

    @admin.display(description=_("Cohen’s kappa"), ordering="kappa")
    def agreement(self, calibration: ReaderCalibration) -> str:
        return "–" if calibration.kappa is None else floatformat(calibration.kappa, 3)

    @admin.display(description=_("wrongly called supported"), ordering="false_supported")
    def wrongly_supported(self, calibration: ReaderCalibration) -> str:
        share = calibration.false_supported
        return "–" if share is None else f"{floatformat(100 * share, 1)} %"

    @admin.display(description=_("calibrated"), boolean=True)
    def is_enough(self, calibration: ReaderCalibration) -> bool:
        return calibration.suffices

    ended = column("finished_at", short, _("ended"))

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        context = {
            "state": second_reader_status(),
            "under_way": bool(unfinished_calibrations()),
            "may_measure": may_measure(request),
            "fewest": FEWEST_CASES,
            "least": LEAST_KAPPA,
        }
        return super().changelist_view(request, (extra_context or {}) | context)

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(require_POST(self.measure_view))
        return [path("measure/", view, name="chat_readercalibration_measure"), *super().get_urls()]

    def measure_view(self, request: HttpRequest) -> HttpResponseRedirect:
        """Leaves the measurement in every language to the worker."""
        if not may_measure(request):
            raise PermissionDenied
        try:
            for calibration in [begin_calibration(language) for language in SECOND_READER_PROMPTS]:
                enqueue_calibration(calibration)
        except (NoReader, BadCases) as error:
            messages.error(request, str(error))
        else:
            messages.success(request, _("The second reader is being measured. This page shows how far it is."))
        return HttpResponseRedirect(reverse("admin:chat_readercalibration_changelist"))


def may_measure(request: HttpRequest) -> bool:
    return request.user.has_perm("chat.add_readercalibration")
