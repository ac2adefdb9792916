"""Subscriptions in the admin: who is told of changed answers, and whether the messages arrived.

No addresses in the list, and no quotes: those are for the subscriber's rights, not for everybody's here.
"""

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from apps.admin_base import ReadOnly, column
from apps.chat.admin.turns_staff_may_read import readable_turns
from apps.chat.models import AnswerChange, Subscription


@admin.register(Subscription)
class SubscriptionAdmin(ReadOnly, admin.ModelAdmin[Subscription]):
    list_display = ["question", "way", "confirmed_at", "is_due", "asked_at", "changes"]
    list_display_links = None
    list_filter = ["way", "is_due"]
    search_fields = ["question"]
    date_hierarchy = "created_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Subscription]:
        mine = super().get_queryset(request).filter(turn__in=readable_turns(request))
        return mine.annotate(count=Count("changes"))

    changes = column("count", int, _("changed answers"))


@admin.register(AnswerChange)
class AnswerChangeAdmin(ReadOnly, admin.ModelAdmin[AnswerChange]):
    list_display = ["question", "way", "state", "attempts", "error", "created_at", "sent_at"]
    list_display_links = None
    list_filter = ["state", "subscription__way"]
    date_hierarchy = "created_at"

    def get_queryset(self, request: HttpRequest) -> QuerySet[AnswerChange]:
        mine = super().get_queryset(request).filter(subscription__turn__in=readable_turns(request))
        return mine.select_related("subscription")

    @admin.display(description=_("question"))
    def question(self, change: AnswerChange) -> str:
        return str(change.subscription)

    @admin.display(description=_("way"))
    def way(self, change: AnswerChange) -> str:
        return change.subscription.get_way_display()
