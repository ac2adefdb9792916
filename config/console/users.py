"""People in the admin. Administrators make accounts and put them into groups; superusers stay above them."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import User
from django.http import HttpRequest

OF_SUPERUSERS = ("is_superuser", "user_permissions")
"""Who could set these could give themselves every right, also those that no group has."""


class AccountAdmin(UserAdmin):  # type: ignore[type-arg]  # generic in its stubs alone
    """Only superusers make superusers, change their accounts (password included) or delete them."""

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        fixed = super().get_readonly_fields(request, obj)
        return fixed if request.user.is_superuser else (*fixed, *OF_SUPERUSERS)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return super().has_change_permission(request, obj) and may_change_account(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return super().has_delete_permission(request, obj) and may_change_account(request, obj)


def may_change_account(request: HttpRequest, account: User | None) -> bool:
    return request.user.is_superuser or account is None or not account.is_superuser


admin.site.unregister(User)
admin.site.register(User, AccountAdmin)
