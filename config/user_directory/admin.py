"""The directory in the admin: its provisioned people and groups, and which groups here they stand for."""

from typing import Any, cast

from django.contrib import admin
from django.contrib.auth.models import Group
from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from apps.admin_base import ReadOnly
from config.console.roles import GROUP_PERMISSIONS, assignable_groups
from config.console.user_account_form import role_name
from config.console.user_admin import MembershipLockMixin
from config.user_directory.map_directory_groups import apply_assignments
from config.user_directory.models import GroupAssignment, ProvisionedGroup, ProvisionedPerson


@admin.register(GroupAssignment)
class GroupAssignmentAdmin(MembershipLockMixin, admin.ModelAdmin[GroupAssignment]):
    list_display = ["foreign_name", "role"]
    list_select_related = ["group"]
    search_fields = ["foreign_name", "group__name"]

    @admin.display(description=_("group here"), ordering="group__name")
    def role(self, assignment: GroupAssignment) -> str:
        return role_name(assignment.group)

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **options: Any) -> Any:
        if db_field.name == "group":
            options["queryset"] = assignable_groups(request.user)
        field = super().formfield_for_foreignkey(db_field, request, **options)
        if db_field.name == "group" and field is not None:
            cast(Any, field).label_from_instance = role_name
        return field

    def has_change_permission(self, request: HttpRequest, obj: GroupAssignment | None = None) -> bool:
        return super().has_change_permission(request, obj) and self.may_touch(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: GroupAssignment | None = None) -> bool:
        return super().has_delete_permission(request, obj) and self.may_touch(request, obj)

    def may_touch(self, request: HttpRequest, obj: GroupAssignment | None) -> bool:
        return obj is None or assignable_groups(request.user).filter(pk=obj.group_id).exists()

    def save_model(self, request: HttpRequest, obj: GroupAssignment, form: Any, change: bool) -> None:
        before = list(GroupAssignment.objects.filter(pk=obj.pk))
        super().save_model(request, obj, form, change)
        apply_assignments([*before, obj])

    def delete_model(self, request: HttpRequest, obj: GroupAssignment) -> None:
        super().delete_model(request, obj)
        apply_assignments([obj])

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[GroupAssignment]) -> None:
        gone = list(queryset)
        super().delete_queryset(request, queryset)
        apply_assignments(gone)


@admin.register(ProvisionedGroup)
class ProvisionedGroupAdmin(ReadOnly, admin.ModelAdmin[ProvisionedGroup]):
    list_display = ["name", "external_id", "number_of_members", "leads_to", "changed_at"]
    search_fields = ["name", "external_id"]
    fields = ["name", "external_id", "leads_to", "created_at", "changed_at"]
    readonly_fields = ["leads_to"]

    def get_queryset(self, request: HttpRequest) -> QuerySet[ProvisionedGroup]:
        names = Q(foreign_name=OuterRef("name")) | Q(foreign_name=OuterRef("external_id"))
        assigned = GroupAssignment.objects.filter(names).order_by("group__name").values("group__name")
        rights = Group.permissions.through.objects.filter(group_id=OuterRef("group_id"))
        rows: QuerySet[ProvisionedGroup] = super().get_queryset(request).select_related("group")
        return rows.annotate(
            people=Count("members", filter=Q(members__deleted_at=None)),
            assigned=ArraySubquery(assigned),
            has_rights=Exists(rights),
        )

    @admin.display(description=_("people"))
    def number_of_members(self, row: Any) -> int:
        return int(row.people)

    @admin.display(description=_("groups here"))
    def leads_to(self, row: Any) -> str:
        """Shows what `resolve_directory_groups` decides."""
        own = "" if row.group is None or row.has_rights or row.group.name in GROUP_PERMISSIONS else row.group.name
        return ", ".join(row.assigned) or own or gettext("none: assign one")


@admin.register(ProvisionedPerson)
class ProvisionedPersonAdmin(ReadOnly, admin.ModelAdmin[ProvisionedPerson]):
    list_display = ["user_name", "external_id", "account", "is_open", "changed_at", "deleted_at"]
    list_select_related = ["account"]
    search_fields = ["user_name", "external_id"]
    fields = ["user_name", "external_id", "account", "created_at", "changed_at", "deleted_at"]

    @admin.display(description=_("may sign in"), boolean=True)
    def is_open(self, row: ProvisionedPerson) -> bool:
        return row.account.is_active
