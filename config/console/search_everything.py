"""One search over the console: its pages, its settings, the names of rows, and the handbook."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.apps import apps
from django.contrib import admin
from django.contrib.admin.utils import quote
from django.db.models import Field, Model
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from config.console.home.console_menu_sections import menu_sections
from config.handbook.chapters import handbook_chapters, handbook_language
from config.handbook.search_handbook import HandbookHit, search_handbook

LONGEST_QUERY = 200
MOST_ROWS = 6
SETTINGS = ("chat.servicerules", "documents.importbudget", "simplify.options", "simplify.modelsettings")
"""Forms whose fields are found by what they are called."""
SEARCHED_MODELS = (
    "documents.document", "documents.collection", "documents.source", "llm.prompt", "retrieval.profile", "llm.endpoint",
    "llm.chatmodel", "evaluation.suite", "evaluation.case", "chat.gap", "chat.fixedanswer", "auth.user",
)  # fmt: skip
"""Models whose rows are found by their names, as the search of their own lists does."""


@dataclass(frozen=True, slots=True)
class SearchHit:
    name: str
    url: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class HitGroup:
    """Hits of one kind; `more_url` is the list with all of them."""

    title: str
    hits: list[SearchHit]
    more_url: str = ""


@require_safe
def search_view(request: HttpRequest) -> HttpResponse:
    """Must be wrapped in AdminSite.admin_view; shows nobody a name that the lists would not show.

    At most 14 queries.
    """
    query = request.GET.get("q", "")[:LONGEST_QUERY].strip()
    found = [group for group in hit_groups(request, query) if group.hits] if query else []
    context = {**admin.site.each_context(request), "title": _("Search"), "query": query, "groups": found}
    return TemplateResponse(request, "admin/search.html", context)


def hit_groups(request: HttpRequest, query: str) -> Iterator[HitGroup]:
    yield HitGroup(_("Pages of the console"), list(matching_pages(request, query)))
    yield HitGroup(_("Settings"), [hit for name in SETTINGS for hit in matching_settings(request, name, query)])
    for name in SEARCHED_MODELS:
        if group := matching_rows(request, apps.get_model(name), query):
            yield group
    results = search_handbook(query, handbook_chapters(handbook_language()))[:MOST_ROWS]
    help_hits = [SearchHit(each.chapter.title, help_url(each), each.text or each.heading) for each in results]
    yield HitGroup(_("Help"), help_hits, f"{reverse('help')}?{urlencode({'q': query})}")


def matching_pages(request: HttpRequest, query: str) -> Iterator[SearchHit]:
    for section in menu_sections(admin.site.get_app_list(request), request.user):
        for link in section.links:
            if link.url and contains_all_words(query, link.name):
                yield SearchHit(link.name[:1].upper() + link.name[1:], link.url, section.name)


def matching_settings(request: HttpRequest, name: str, query: str) -> Iterator[SearchHit]:
    """Fields of a form by their names and what is said below them."""
    model = apps.get_model(name)
    if not admin.site.get_model_admin(model).has_view_permission(request):
        return
    url = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    for field in model._meta.get_fields():
        if (
            isinstance(field, Field)
            and field.editable
            and contains_all_words(query, field.verbose_name, field.help_text)
        ):
            yield SearchHit(str(field.verbose_name), url, str(field.help_text))


def matching_rows(request: HttpRequest, model: type[Model], query: str) -> HitGroup | None:
    """The first rows that the list's own search finds; None where this person sees no such list."""
    its_admin: Any = admin.site.get_model_admin(model)
    if not its_admin.has_view_permission(request):
        return None
    found, doubles = its_admin.get_search_results(request, its_admin.get_queryset(request), query)
    path = f"admin:{model._meta.app_label}_{model._meta.model_name}"
    shown = (found.distinct() if doubles else found)[:MOST_ROWS]
    hits = [SearchHit(str(row), reverse(f"{path}_change", args=[quote(row.pk)])) for row in shown]
    return HitGroup(
        str(model._meta.verbose_name_plural), hits, f"{reverse(f'{path}_changelist')}?{urlencode({'q': query})}"
    )


def help_url(result: HandbookHit) -> str:
    return reverse("help-chapter", args=[result.chapter.name])


def contains_all_words(query: str, *texts: object) -> bool:
    """Every word of the query in one of the texts, in any order."""
    all_text = " ".join(map(str, texts)).lower()
    return all(word in all_text for word in query.lower().split())
