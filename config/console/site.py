"""The admin with the apps in the order of the work: what comes in, what is asked, what is measured, what runs it."""

from django.contrib.admin import AdminSite
from django.contrib.admin.apps import AdminConfig
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

ORDER = ("documents", "chat", "retrieval", "llm", "evaluation", "graph", "conflicts", "simplify", "config", "auth")


class Console(AdminSite):
    index_title = _("Administration")
    # Lists need the width, and the first page is one click away.
    enable_nav_sidebar = False

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[object]:
        """Apps that ORDER does not name come last, by name."""
        found = super().get_app_list(request, app_label)
        return sorted(found, key=lambda app: ORDER.index(app["app_label"]) if app["app_label"] in ORDER else len(ORDER))


class ConsoleConfig(AdminConfig):
    default_site = "config.console.site.Console"
