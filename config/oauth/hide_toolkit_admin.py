"""Hides the toolkit's own admin pages: its tables hold nothing that a person could use."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from apps.admin_base import ReadOnly


class HiddenAdmin(ReadOnly, admin.ModelAdmin[Any]):
    def has_module_permission(self, request: HttpRequest) -> bool:
        return False

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
