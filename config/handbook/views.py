"""The pages of the handbook, for people who may open the console."""

from itertools import groupby
from typing import Any

from django.contrib import admin
from django.contrib.auth.decorators import user_passes_test
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render as rendered
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from config.handbook.chapters import CHAPTERS, Chapter, handbook_chapter, handbook_chapters, handbook_language
from config.handbook.render_chapter import render_chapter
from config.handbook.search_handbook import search_handbook

LONGEST_QUERY = 200

for_staff = user_passes_test(lambda user: user.is_active and user.is_staff, login_url="admin:login")


@require_safe
@for_staff
def contents_page(request: HttpRequest) -> HttpResponse:
    """All chapters by whom they are for; with `q` what is found instead."""
    query = request.GET.get("q", "")[:LONGEST_QUERY].strip()
    known = handbook_chapters(handbook_language())
    context = {
        "query": query,
        "results": search_handbook(query, known) if query else None,
        "groups": group_by_readers(known),
    }
    return rendered(request, "handbook/contents.html", context | admin_context(request, _("Handbook")))


@require_safe
@for_staff
def chapter_page(request: HttpRequest, name: str) -> HttpResponse:
    language = handbook_language()
    try:
        found = handbook_chapter(name, language)
    except KeyError:
        raise Http404 from None
    context = {"chapter": found, "html": render_chapter(found), "groups": group_by_readers(handbook_chapters(language))}
    return rendered(request, "handbook/chapter.html", context | admin_context(request, found.title))


def group_by_readers(known: list[Chapter]) -> list[tuple[str, list[Chapter]]]:
    return [(str(readers), list(group)) for readers, group in groupby(known, key=lambda each: CHAPTERS[each.name])]


def admin_context(request: HttpRequest, title: str) -> dict[str, Any]:
    return {**admin.site.each_context(request), "title": title}
