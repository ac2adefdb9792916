"""The notifications page behind the bell: what happened, newest first, and what this person wants to hear of."""

from dataclasses import dataclass
from datetime import datetime
from typing import cast

from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from config.notifications.event_kinds import KINDS
from config.notifications.models import Notification
from config.notifications.preferences import load_choices, store_choices

MOST_SHOWN = 100


@dataclass(frozen=True, slots=True)
class ShownNotification:
    text: str
    url: str
    at: datetime
    is_new: bool


def notification_urls() -> list[URLPattern]:
    """Below the admin; each is wrapped here, as those of model admins are."""
    wrap = admin.site.admin_view
    return [
        path("notifications/", wrap(notification_list), name="notifications"),
        path("notifications/read/", wrap(mark_all_read), name="notifications_read"),
        path("notifications/choices/", wrap(store_preferences), name="notifications_choose"),
        path("notifications/<int:pk>/", wrap(open_notification), name="notification"),
    ]


def own_notifications(request: HttpRequest) -> QuerySet[Notification]:
    return Notification.objects.filter(person_id=request.user.pk, kind__in=KINDS)


@require_safe
def notification_list(request: HttpRequest) -> HttpResponse:
    """Two queries beside those of the frame and of rights."""
    shown = [
        ShownNotification(
            KINDS[row.kind].said(row.words),
            reverse("admin:notification", args=[row.pk]),
            row.created_at,
            row.read_at is None,
        )
        for row in own_notifications(request)[:MOST_SHOWN]
    ]
    context = {
        **admin.site.each_context(request),
        "title": _("Notifications"),
        "notifications": shown,
        "has_new": any(each.is_new for each in shown),
        "choices": load_choices(cast(User, request.user)),
        "address": cast(User, request.user).email,
    }
    return TemplateResponse(request, "admin/notifications.html", context)


@require_safe
def open_notification(request: HttpRequest, pk: int) -> HttpResponse:
    """Leads to where it points; it counts as read from now on."""
    row = get_object_or_404(own_notifications(request), pk=pk)
    own_notifications(request).filter(pk=pk, read_at=None).update(read_at=timezone.now())
    return HttpResponseRedirect(row.url)


@require_POST
def mark_all_read(request: HttpRequest) -> HttpResponse:
    own_notifications(request).filter(read_at=None).update(read_at=timezone.now())
    return HttpResponseRedirect(reverse("admin:notifications"))


@require_POST
def store_preferences(request: HttpRequest) -> HttpResponse:
    store_choices(cast(User, request.user), request.POST)
    messages.success(request, _("Your choice is stored."))
    return HttpResponseRedirect(reverse("admin:notifications"))
