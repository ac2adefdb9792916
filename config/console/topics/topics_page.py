"""The topic board, and the button that turns a topic into a knowledge gap."""

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from apps.chat.group_refusals_into_gaps import group_refusals
from apps.chat.models import Gap
from config.console.topics.cluster_questions import FEWEST_CONVERSATIONS
from config.console.topics.topic_figures import DAYS, topic_rows

SEES, MAKES_GAPS = "chat.view_gap", "chat.change_gap"


def topic_urls() -> list[URLPattern]:
    """Below the admin."""
    wrap = admin.site.admin_view
    return [
        path("topics/", wrap(topic_board), name="topics"),
        path("topics/gap/", wrap(create_gap_from_topic), name="topics_gap"),
    ]


@require_safe
def topic_board(request: HttpRequest) -> HttpResponse:
    if not request.user.has_perm(SEES):
        raise PermissionDenied
    context = {
        **admin.site.each_context(request),
        "title": _("What people ask"),
        "topics": topic_rows(request),
        "days": DAYS,
        "fewest": FEWEST_CONVERSATIONS,
        "may_make_gaps": request.user.has_perm(MAKES_GAPS),
    }
    return TemplateResponse(request, "admin/topics.html", context)


@require_POST
def create_gap_from_topic(request: HttpRequest) -> HttpResponse:
    """Makes a gap of a topic on the board, by its example and no other text. Leads to the gap there already is."""
    if not request.user.has_perm(MAKES_GAPS):
        raise PermissionDenied
    example = request.POST.get("example", "")
    if all(topic.example != example for topic in topic_rows(request)):
        return HttpResponseRedirect(reverse("admin:topics"))
    # The board is up to ten minutes old: by now the question may be in a gap of other words.
    group_refusals()
    known = Gap.objects.filter(Q(question=example) | Q(turns__question=example) | Q(turns__query=example))
    gap = known.first() or Gap.objects.create(question=example)
    return HttpResponseRedirect(reverse("admin:chat_gap_change", args=[gap.pk]))
