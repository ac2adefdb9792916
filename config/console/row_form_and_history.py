"""Adds to every row's admin page: groups labelled by role, and old and new values in the history.

People, groups, passwords and long texts are kept out of the history, or cut. Lists show days and times in the short
form, and JSON and numbers that nobody may change are shown as people read them.
"""

from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from django.contrib.admin import ModelAdmin
from django.contrib.auth.models import Group, User
from django.core.exceptions import FieldDoesNotExist
from django.db.models import Field, Model
from django.forms import BaseForm, ModelChoiceField
from django.http import HttpRequest
from django.utils.formats import date_format
from django.utils.text import Truncator
from django.utils.translation import override

from apps.admin_base import with_plain_fields, with_short_moments
from config.console.user_account_form import role_name

if TYPE_CHECKING:
    Base = ModelAdmin[Any]
else:
    Base = object

LONGEST_VALUE = 200
ABOUT_PEOPLE = ("auth.user", "auth.group", "chat.platformuser")
"""Their rows are deleted on request, and a history stays: it names the fields alone."""


class RowPageMixin(Base):
    """Mixed into every admin class when it is registered."""

    def get_form(self, request: HttpRequest, obj: Any = None, *given: Any, **options: Any) -> Any:
        form = super().get_form(request, obj, *given, **options)
        for field in form.base_fields.values():
            label_groups_by_role(field)
        return form

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        fieldsets = super().get_fieldsets(request, obj)
        if obj is None or self.has_change_permission(request, obj):
            return fieldsets
        # Django would show the JSON that is stored, and 17 digits of a number.
        return [
            (title, {**options, "fields": with_plain_fields(self.model, options["fields"])})
            for title, options in fieldsets
        ]

    def render_change_form(self, request: HttpRequest, context: Any, *given: Any, **options: Any) -> Any:
        """An admin class with `row_name(row)` names its rows by it: the `str` of some is made of codes."""
        row, row_name = context.get("original"), getattr(self, "row_name", None)
        if row is not None and row_name is not None:
            context["subtitle"] = context["named_row"] = row_name(row)
        return super().render_change_form(request, context, *given, **options)

    def get_list_display(self, request: HttpRequest) -> Any:
        return with_short_moments(self.model, super().get_list_display(request))

    def construct_change_message(self, request: HttpRequest, form: Any, formsets: Any, add: bool = False) -> Any:
        message: Any = super().construct_change_message(request, form, formsets, add)
        if not add and form.changed_data and self.model._meta.label_lower not in ABOUT_PEOPLE:
            message[0]["changed"]["values"] = changed_values(form)
        return message


def label_groups_by_role(field: Any) -> None:
    """Groups to choose from get the names of their roles, unless the field has words of its own for them."""
    if not isinstance(field, ModelChoiceField) or field.queryset is None or field.queryset.model is not Group:
        return
    if type(field).label_from_instance is ModelChoiceField.label_from_instance:
        field.label_from_instance = role_name  # type: ignore[assignment, method-assign]


def with_row_page(admin_class: type[Any]) -> type[Any]:
    """The class with RowPageMixin before it, under its own name: checks and errors of Django name it."""
    return type(admin_class.__name__, (RowPageMixin, admin_class), {"__module__": admin_class.__module__})


def changed_values(form: Any) -> list[dict[str, Any]]:
    """`field` (its English name), `old`, `new`, and `is_word` where both are texts of the catalogue. Asks the database
    for what a changed field referred to."""
    return [
        {
            "field": untranslated(field.verbose_name),
            "old": history_value(field, form.get_initial_for_field(form.fields[name], name)),
            "new": history_value(field, form.cleaned_data.get(name)),
            "is_word": bool(field.choices),
        }
        for name in form.changed_data
        if (field := loggable_field(form, name))
    ]


def loggable_field(form: BaseForm, name: str) -> "Field[Any, Any] | None":
    """None for what is no column, names people or groups, or is hidden while it is typed."""
    try:
        field = form.instance._meta.get_field(name)  # type: ignore[attr-defined]
    except FieldDoesNotExist:
        return None
    is_hidden = getattr(form.fields[name].widget, "input_type", "") == "password"
    return None if is_hidden or field.many_to_many or field.related_model in (User, Group) else field


def history_value(field: "Field[Any, Any]", value: Any) -> str | bool | int | float:
    if value is None or value == "":
        return ""
    if isinstance(value, bool):
        return value
    if field.choices:
        return untranslated(dict(field.flatchoices).get(value, value))
    if field.is_relation and not isinstance(value, Model):
        value = field.related_model._base_manager.filter(pk=value).first()  # type: ignore[union-attr]
    if isinstance(value, int | float | Decimal):
        return int(value) if value == int(value) else float(value)
    return Truncator(format_value(value)).chars(LONGEST_VALUE)


def format_value(value: Any) -> str:
    if isinstance(value, datetime | date):
        return date_format(value, "SHORT_DATETIME_FORMAT" if isinstance(value, datetime) else "SHORT_DATE_FORMAT")
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def untranslated(text: object) -> str:
    with override(None):
        return str(text)
