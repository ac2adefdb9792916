"""The console's AdminSite: apps in the order of the work (what comes in, is asked, is measured, runs it)."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from django.apps import AppConfig
from django.contrib.admin import AdminSite, ModelAdmin, autodiscover
from django.contrib.admin.apps import SimpleAdminConfig
from django.contrib.admin.checks import check_admin_app, check_dependencies
from django.core import checks
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path
from django.utils.translation import gettext_lazy as _

from config.console.redirect_after_sign_in import url_after_sign_in

if TYPE_CHECKING:
    from django.contrib.auth.forms import AuthenticationForm

ORDER = ("documents", "chat", "retrieval", "llm", "evaluation", "graph", "conflicts", "simplify", "config", "auth")


class Console(AdminSite):
    index_title = _("Administration")
    # Lists need the width, and the first page is one click away.
    enable_nav_sidebar = False

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        # Django loads this file before there are models.
        from config.console.row_form_and_history import with_row_page

        super().register(model_or_iterable, with_row_page(admin_class or ModelAdmin), **options)

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """Apps that ORDER does not name come last, by name. A page asks for it three times; it is made once."""
        made: dict[str | None, list[Any]] = request.__dict__.setdefault("console_app_lists", {})
        if app_label not in made:
            found: list[Any] = super().get_app_list(request, app_label)
            made[app_label] = sorted(found, key=app_position)
        return made[app_label]

    @property
    def login_form(self) -> "type[AuthenticationForm]":  # type: ignore[override]
        # Django loads this file before there are models.
        from config.console.sign_in_form import SignInForm

        return SignInForm

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        answer = super().login(request, extra_context)
        if isinstance(answer, HttpResponseRedirect):
            answer["Location"] = url_after_sign_in(request.user, answer.url)
        elif getattr((getattr(answer, "context_data", None) or {}).get("form"), "is_refused", False):
            answer.status_code = 429
        return answer

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        # Django loads this file before there are models.
        from config.console.home.home_page import home_context

        return super().index(request, home_context(request) | (extra_context or {}))

    def i18n_javascript(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        from config.console.javascript_translations import ScriptTexts

        answer = ScriptTexts.as_view(packages=["django.contrib.admin"])(request)
        return cast(HttpResponse, answer)

    def get_urls(self) -> list[URLPattern | URLResolver]:
        from config.console.search_everything import search_view
        from config.console.topics import topics_page as topics
        from config.notifications import views as notifications

        searching = path("search/", self.admin_view(search_view), name="console_search")
        # Before Django's last pattern, which takes every address.
        return [searching, *topics.topic_urls(), *notifications.notification_urls(), *super().get_urls()]


def sign_in(request: HttpRequest) -> HttpResponse:
    """The admin's page to sign in, which loads the admin."""
    from django.contrib import admin

    from config.console import urls as urls

    return admin.site.login(request)


def app_position(app: Mapping[str, Any]) -> int:
    return ORDER.index(app["app_label"]) if app["app_label"] in ORDER else len(ORDER)


class ConsoleConfig(SimpleAdminConfig):
    """The admin of each app is loaded with its addresses (urls.py), or when it is checked.

    Questions, public pages, our commands and the worker, until it has something to tell the staff, need none of its 700
    modules: a second of their start and 30 MB. `manage.py check` looks at all of it, as everywhere.
    """

    default = True
    default_site = "config.console.admin_site.Console"

    def ready(self) -> None:
        # In place of what Django registers: that would check whatever happens to be loaded.
        checks.register(check_dependencies, checks.Tags.admin)
        checks.register(check_console, checks.Tags.admin)


def check_console(app_configs: Sequence[AppConfig] | None, **options: Any) -> list[checks.CheckMessage]:
    autodiscover()
    return list(check_admin_app(app_configs, **options))
