"""The daily budget of imports in the admin: one row; a change resumes what was postponed to the next day."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.template.defaultfilters import floatformat
from django.utils.translation import gettext_lazy as _

from apps.documents.models import ImportBudget
from apps.documents.step_scheduling import daily_import_budgets


@admin.register(ImportBudget)
class ImportBudgetAdmin(admin.ModelAdmin[ImportBudget]):
    list_display = ["__str__", "daily_cost", "daily_tokens", "spent"]
    fields = ["daily_cost", "daily_tokens", "spent"]
    readonly_fields = ["spent"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return super().has_add_permission(request) and not ImportBudget.objects.exists()

    @admin.display(description=_("spent today"))
    def spent(self, budget: ImportBudget) -> str:
        today = daily_import_budgets.spent_by_imports()
        return _("%(cost)s, %(tokens)d tokens") % {"cost": floatformat(today.cost, 4), "tokens": today.tokens}

    def save_model(self, request: HttpRequest, obj: ImportBudget, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        daily_import_budgets.release_postponed()
