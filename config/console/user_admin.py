"""Users and groups in the admin. Administrators make accounts and put them into groups; superusers stay above them."""

from copy import deepcopy
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.admin import ModelAdmin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, Permission, User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.forms import ModelMultipleChoiceField
from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from config.console.roles import assignable_groups, has_more_rights, lock_memberships
from config.console.user_account_form import ROLES, PersonForm, RolesField, role_name

if TYPE_CHECKING:
    Base = admin.ModelAdmin[Any]
else:
    Base = object

VERBS: dict[str, Promise] = {
    "add": gettext_lazy("may add"),
    "change": gettext_lazy("may change"),
    "delete": gettext_lazy("may delete"),
    "view": gettext_lazy("may view"),
}
SUPERUSER_FIELDS = ("is_superuser", "user_permissions")
"""Whoever could set these could give themselves every right, also those that no group has."""


def may_change_account(request: HttpRequest, account: User | None) -> bool:
    """Whoever sets a password or a group of an account with more rights could use these."""
    return account is None or not has_more_rights(account, request.user)


def undeletable_sentence(name: str) -> str:
    return gettext(
        "“%(name)s” belongs to this account and is deleted only where it comes from. Clear “Active” to close the"
        " account."
    ) % {"name": name}


def permission_label(permission: Permission) -> str:
    """ "Documents | collection | change": the names that Django stores are English in every language."""
    verb = permission.codename.removesuffix(f"_{permission.content_type.model}")
    return f"{permission.content_type} | {VERBS.get(verb, gettext(permission.name))}"


class PermissionsField(ModelMultipleChoiceField):  # type: ignore[type-arg]  # generic in its stubs alone
    """Rights by what they are called in the language of the person who reads them."""

    def label_from_instance(self, obj: Permission) -> str:
        return permission_label(obj)


class TranslatedPermissionsMixin(Base):
    """Lists of permissions in the language of the person who reads them."""

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **values: Any) -> Any:
        if db_field.related_model is Permission:
            values["form_class"] = PermissionsField
        return super().formfield_for_dbfield(db_field, request, **values)


class RoleFilter(admin.RelatedFieldListFilter):
    """Groups by the names of their roles."""

    def field_choices(self, field: Any, request: HttpRequest, model_admin: Any) -> Any:
        return [(group.pk, role_name(group)) for group in Group.objects.order_by("pk")]


class MembershipLockMixin(Base):
    """What is saved or deleted here and what the directory or a sign-in changes come one after the other."""

    def changeform_view(self, request: HttpRequest, *args: Any, **options: Any) -> Any:
        with transaction.atomic():
            if request.method == "POST":
                lock_memberships()
            return super().changeform_view(request, *args, **options)

    def delete_view(self, request: HttpRequest, *args: Any, **options: Any) -> Any:
        with transaction.atomic():
            if request.method == "POST":
                lock_memberships()
            return super().delete_view(request, *args, **options)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        with transaction.atomic():
            lock_memberships()
            super().delete_queryset(request, queryset)


class AccountAdmin(MembershipLockMixin, TranslatedPermissionsMixin, UserAdmin):  # type: ignore[type-arg]  # generic in its stubs alone
    """Nobody but superusers gives rights that are not their own, or touches accounts (password included) with such."""

    list_display = ("username", "roles", "email", "first_name", "last_name", "is_staff")
    list_filter = (("groups", RoleFilter), "is_staff", "is_superuser", "is_active")
    add_form = PersonForm
    add_fieldsets = (
        (None, {"fields": ("username", "first_name", "last_name", "email", "groups")}),
        (gettext_lazy("Password"), {"fields": ("usable_password", "password1", "password2")}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        rows: QuerySet[User] = super().get_queryset(request)
        return rows.prefetch_related("groups")

    @admin.display(description=gettext_lazy("Role"))
    def roles(self, account: User) -> str:
        named = sorted(role_name(group) for group in account.groups.all())
        return ", ".join([gettext("Superuser"), *named] if account.is_superuser else named)

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **values: Any) -> Any:
        if db_field.related_model is Group:
            values["form_class"] = RolesField
        return super().formfield_for_dbfield(db_field, request, **values)

    def get_form(self, request: HttpRequest, obj: User | None = None, change: bool = False, **options: Any) -> Any:
        """Offers groups that the person may give, and those in which the account is."""
        form = super().get_form(request, obj, change=change, **options)
        if "groups" in form.base_fields:
            # A copy: the form of a new account shares the field with all that are made of it.
            groups: Any = deepcopy(form.base_fields["groups"])
            offered = Q(pk__in=assignable_groups(request.user))
            groups.queryset = groups.queryset.filter(offered | Q(pk__in=obj.groups.values("pk")) if obj else offered)
            form.base_fields["groups"] = groups
        return form

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """What nobody may delete by hand, a superuser neither, is named with what can be done instead.

        As a right that is missing it would end in a bare 403.
        """
        shown, counts, missing, protected = super().get_deleted_objects(objs, request)
        if not request.user.is_superuser:
            return shown, counts, missing, protected
        return shown, counts, set(), [*protected, *map(undeletable_sentence, sorted(map(str, missing)))]

    def response_add(self, request: HttpRequest, obj: User, post_url_continue: str | None = None) -> HttpResponse:
        """Leads to the list, unless more is to be done: nothing is left to be filled in on a second page."""
        return ModelAdmin.response_add(self, request, obj, post_url_continue)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        fixed = super().get_readonly_fields(request, obj)
        return fixed if request.user.is_superuser else (*fixed, *SUPERUSER_FIELDS)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return super().has_change_permission(request, obj) and may_change_account(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return super().has_delete_permission(request, obj) and may_change_account(request, obj)


class RolesAdmin(MembershipLockMixin, TranslatedPermissionsMixin, GroupAdmin):
    """The groups, as Django shows them, with the names of permissions and of roles in the reader's language."""

    list_display = ("name", "purpose")

    def row_name(self, group: Group) -> str:
        return role_name(group)

    @admin.display(description=gettext_lazy("what it is for"))
    def purpose(self, group: Group) -> str:
        return str(ROLES.get(group.name, gettext("readers of documents, or rights of your own")))


admin.site.unregister(User)
admin.site.unregister(Group)
admin.site.register(User, AccountAdmin)
admin.site.register(Group, RolesAdmin)
