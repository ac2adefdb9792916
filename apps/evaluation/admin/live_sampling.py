"""Live sampling in the admin: the switch, and how the scores of real answers went."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from apps.evaluation.judging.judge_agreement_with_people import annotate_calibration
from apps.evaluation.models import Run, RunKind, Sampling
from apps.evaluation.run_pages.run_metrics import proved_share_trend_chart, score_trend_chart

DAYS_SHOWN = 60


@admin.register(Sampling)
class SamplingAdmin(admin.ModelAdmin[Sampling]):
    change_form_template = "admin/evaluation/sampling/change_form.html"

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """There is one row; a list would be one click more."""
        name = "change" if Sampling.objects.filter(pk=1).exists() else "add"
        return HttpResponseRedirect(reverse(f"admin:evaluation_sampling_{name}", args=[1] if name == "change" else []))

    def add_view(
        self, request: HttpRequest, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Leads to the row where there is one; as a missing right each page of the console would look for it."""
        if Sampling.objects.filter(pk=1).exists():
            return HttpResponseRedirect(reverse("admin:evaluation_sampling_change", args=[1]))
        return super().add_view(request, form_url, extra_context)

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: dict[str, object] | None = None,
    ) -> HttpResponse:
        newest = annotate_calibration(Run.objects.filter(kind=RunKind.SAMPLE)).order_by("-title")[:DAYS_SHOWN]
        runs = sorted(newest, key=lambda run: run.title)
        context = {
            "title": _("Live sampling"),
            "show_save_and_add_another": False,
            "runs": runs,
            "chart": score_trend_chart(runs),
            "proved_chart": proved_share_trend_chart(runs),
        }
        return super().changeform_view(request, object_id, form_url, (extra_context or {}) | context)

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False
