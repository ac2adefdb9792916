"""The home page of the console: tiles, warnings, checklist, charts, each as far as this person may see it."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from apps.database.settings_cache import use_settings_cache
from config.console.home.console_menu_sections import menu_sections
from config.console.home.day_chart import day_charts
from config.console.home.figure_tiles import visible_tiles
from config.console.home.first_steps import first_steps
from config.console.home.installation_status import installation_overview
from config.console.home.operator_warnings import operator_warnings


def home_context(request: HttpRequest) -> dict[str, Any]:
    """Builds the context of templates/admin/index.html. At most 20 queries when the settings are in memory."""
    with use_settings_cache():
        return build_home_context(request)


def build_home_context(request: HttpRequest) -> dict[str, Any]:
    steps = first_steps(request)
    return {
        "sections": menu_sections(admin.site.get_app_list(request), request.user),
        "notices": operator_warnings(request),
        "tiles": visible_tiles(request),
        "first_steps": steps,
        "first_steps_done": sum(step.is_done for step in steps),
        "charts": day_charts(request),
        "state": installation_status_context(request),
    }


def installation_status_context(request: HttpRequest) -> dict[str, Any] | None:
    """Documents by status, and facts as (fact, link the person may follow), for those who look after the service."""
    if not request.user.has_perm("llm.view_endpoint"):
        return None
    figures, facts = installation_overview()
    return {"figures": figures, "facts": [(fact, fact.url(request.user)) for fact in facts]}
