"""Rooms, people and questions of the chat platforms in the admin, the approval of answers, and the doctor's page."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from apps.admin_base import CountsDeleted, ReadOnly, column, short
from apps.chat.channels.delivery.supervisor_approval import decide_approval
from apps.chat.channels.doctor.run_checks import run_checks
from apps.chat.models.platform_rooms_and_people import (
    Delivery,
    Interaction,
    Platform,
    PlatformUser,
    Room,
    SwitchedOffWorkspace,
)
from apps.chat.privacy.delete_people_and_rooms import delete_platform_users, delete_rooms

IDENTITY = ["platform", "workspace", "external_id"]
"""What the platform knows a room or a person by; fixed once the row is there."""


class RoomForm(forms.ModelForm[Room]):
    class Meta:
        model = Room
        fields = [
            "platform",
            "workspace",
            "external_id",
            "kind",
            "name",
            "collections",
            "profile",
            "language",
            "length",
            "manner",
            "four_eyes",
            "supervisors",
        ]

    def clean(self) -> dict[str, object]:
        values: dict[str, Any] = super().clean() or self.cleaned_data
        supervisors = values.get("supervisors")
        if values.get("four_eyes") and not supervisors:
            self.add_error("supervisors", _("With four eyes somebody has to approve: name a supervisor."))
        for supervisor in supervisors or []:
            if supervisor.platform != values.get("platform", self.instance.platform):
                self.add_error("supervisors", _("A supervisor must be on the room's own platform."))
            elif supervisor.platform == Platform.TEAMS and not supervisor.private_place.get("conversation"):
                self.add_error("supervisors", unreachable_supervisor_message(supervisor))
        return values


def unreachable_supervisor_message(supervisor: PlatformUser) -> str:
    """Teams lets the bot begin no chat with somebody it has never heard of."""
    text = _("%(name)s cannot be asked for approval yet: they have to write to the bot in Teams once.")
    return text % {"name": supervisor.name or supervisor.external_id}


@admin.register(Room)
class RoomAdmin(CountsDeleted, admin.ModelAdmin[Room]):
    """Rows appear with the first question in a room, or are added before it; here they get their rules."""

    form = RoomForm
    list_display = ["__str__", "kind", "profile", "language", "length", "four_eyes"]
    list_filter = ["platform", "kind", "four_eyes"]
    search_fields = ["name", "external_id"]
    filter_horizontal = ["collections", "supervisors"]
    change_list_template = "admin/chat/channels/room_list.html"
    goes_along: ClassVar = {Interaction: "room"}

    def get_readonly_fields(self, request: HttpRequest, obj: Room | None = None) -> list[str]:
        return [*IDENTITY, "kind"] if obj else []

    def delete_model(self, request: HttpRequest, obj: Room) -> None:
        delete_rooms([obj.pk])

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Room]) -> None:
        delete_rooms(queryset.values_list("pk", flat=True))

    def get_urls(self) -> list[URLPattern]:
        doctor = path("doctor/", self.admin_site.admin_view(self.doctor), name="chat_channels_doctor")
        return [doctor, *super().get_urls()]

    def doctor(self, request: HttpRequest) -> HttpResponse:
        """Calls the platforms that are set up; nothing is changed anywhere."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": _("Slack and Teams: check-up"),
            "reports": run_checks(),
        }
        return TemplateResponse(request, "admin/chat/channels/doctor.html", context)


@admin.register(PlatformUser)
class PlatformUserAdmin(CountsDeleted, admin.ModelAdmin[PlatformUser]):
    """Who is who: the link decides what somebody may read."""

    list_display = ["__str__", "platform", "user", "wants_notes"]
    list_filter = ["platform", "wants_notes"]
    list_select_related = ["user"]
    search_fields = ["name", "external_id", "user__username"]
    autocomplete_fields = ["user"]
    fields = ["platform", "workspace", "external_id", "name", "user", "language", "told_language", "wants_notes"]
    goes_along: ClassVar = {Interaction: "asker"}

    def get_readonly_fields(self, request: HttpRequest, obj: PlatformUser | None = None) -> list[str]:
        return ["told_language", *(IDENTITY if obj else [])]

    def delete_model(self, request: HttpRequest, obj: PlatformUser) -> None:
        delete_platform_users([obj.pk])

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[PlatformUser]) -> None:
        delete_platform_users(queryset.values_list("pk", flat=True))


class DeliveryInline(ReadOnly, admin.TabularInline[Delivery, Interaction]):
    model = Delivery
    fields = ["purpose", "state", "error", "created_at", "sent_at"]
    readonly_fields = ["created_at"]
    extra = 0


@admin.register(Interaction)
class InteractionAdmin(ReadOnly, admin.ModelAdmin[Interaction]):
    """What people asked and how far it is; answers that wait for a second pair of eyes are decided on here too."""

    list_display = ["text", "platform", "room", "state", "decided_by", "attempts", "asked"]
    list_filter = ["state", "platform", "kind", "is_private"]
    list_select_related = ["room"]
    search_fields = ["text"]
    date_hierarchy = "created_at"
    inlines = [DeliveryInline]
    actions = ["approve", "reject"]

    asked = column("created_at", short, _("asked"))

    def has_decide_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("chat.change_interaction")

    @admin.action(description=_("Approve the chosen answers"), permissions=["decide"])
    def approve(self, request: HttpRequest, interactions: QuerySet[Interaction]) -> None:
        self.decide(request, interactions, approve=True)

    @admin.action(description=_("Reject the chosen answers"), permissions=["decide"])
    def reject(self, request: HttpRequest, interactions: QuerySet[Interaction]) -> None:
        self.decide(request, interactions, approve=False)

    def decide(self, request: HttpRequest, interactions: QuerySet[Interaction], *, approve: bool) -> None:
        """Whoever looks after open questions sends them on within seconds (watchdog.py)."""
        count = sum(
            decide_approval(interaction.pk, by=request.user.get_username(), approve=approve)
            for interaction in interactions
        )
        text = ngettext("%(count)d answer was decided on.", "%(count)d answers were decided on.", count)
        messages.info(request, text % {"count": count})


@admin.register(SwitchedOffWorkspace)
class SwitchedOffWorkspaceAdmin(ReadOnly, admin.ModelAdmin[SwitchedOffWorkspace]):
    list_display = ["platform", "workspace", "reason", "since"]
