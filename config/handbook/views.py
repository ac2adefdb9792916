"""The pages of the handbook, for people who may open the console."""

from itertools import groupby
from typing import Any

from django.contrib import admin
from django.contrib.auth.decorators import user_passes_test
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render as rendered
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from config.handbook.chapters import CHAPTERS, Chapter, chapter, chapters, language_in_use
from config.handbook.render import render
from config.handbook.search import search

LONGEST_QUERY = 200

for_staff = user_passes_test(lambda user: user.is_active and user.is_staff, login_url="admin:login")


@require_safe
@for_staff
def contents(request: HttpRequest) -> HttpResponse:
    """All chapters by whom they are for; with `q` what is found instead."""
    query = request.GET.get("q", "")[:LONGEST_QUERY].strip()
    known = chapters(language_in_use())
    context = {"query": query, "results": search(query, known) if query else None, "groups": by_readers(known)}
    return rendered(request, "handbook/contents.html", context | frame(request, _("Handbook")))


@require_safe
@for_staff
def one_chapter(request: HttpRequest, name: str) -> HttpResponse:
    language = language_in_use()
    try:
        found = chapter(name, language)
    except KeyError:
        raise Http404 from None
    context = {"chapter": found, "html": render(found), "groups": by_readers(chapters(language))}
    return rendered(request, "handbook/chapter.html", context | frame(request, found.title))


def by_readers(known: list[Chapter]) -> list[tuple[str, list[Chapter]]]:
    return [(str(readers), list(group)) for readers, group in groupby(known, key=lambda each: CHAPTERS[each.name])]


def frame(request: HttpRequest, title: str) -> dict[str, Any]:
    return {**admin.site.each_context(request), "title": title}
