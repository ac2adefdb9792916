"""The home page of the console: tiles, warnings, checklist, charts, each as far as this person may see it."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from apps.database.settings_cache import remembering
from config.console.home.console_menu_sections import sections
from config.console.home.day_chart import day_charts
from config.console.home.figure_tiles import tiles
from config.console.home.first_steps import first_steps
from config.console.home.installation_status import figures_and_facts
from config.console.home.operator_warnings import notices


def home_context(request: HttpRequest) -> dict[str, Any]:
    """For templates/admin/index.html. At most 20 queries when the settings are in memory."""
    with remembering():
        return made_context(request)


def made_context(request: HttpRequest) -> dict[str, Any]:
    steps = first_steps(request)
    return {
        "sections": sections(admin.site.get_app_list(request), request.user),
        "notices": notices(request),
        "tiles": tiles(request),
        "first_steps": steps,
        "first_steps_done": sum(step.is_done for step in steps),
        "charts": day_charts(request),
        "state": state_of_installation(request),
    }


def state_of_installation(request: HttpRequest) -> dict[str, Any] | None:
    """Documents by status, and facts as (fact, link the person may follow), for those who look after the service."""
    if not request.user.has_perm("llm.view_endpoint"):
        return None
    figures, facts = figures_and_facts()
    return {"figures": figures, "facts": [(fact, fact.url(request.user)) for fact in facts]}
