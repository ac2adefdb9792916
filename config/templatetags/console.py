"""Template tags and filters of the admin's templates."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest

from django import template
from django.contrib.admin import ListFilter
from django.contrib.admin.models import LogEntry
from django.template import RequestContext
from django.urls import reverse
from django.utils.formats import localize
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext

from apps.llm.models import ModelOutage
from apps.llm.outages.record_outages import open_outages
from config.handbook.contextual_help import help_chapter_for_page
from config.notifications.models import Notification

register = template.Library()

CELL_ROLES = {"<td": "cell", "<th": "rowheader"}
BLANK_CELL = re.compile(r"<td[^>]*>(?:[-–—\s]|&nbsp;|&[mn]dash;)*</td>")
"""Signs that stand for nothing; a word ("none") says something."""


@register.simple_tag(takes_context=True)
def help_address(context: RequestContext) -> str:
    """The chapter of the handbook that explains the page being shown."""
    request = context.get("request")
    return reverse("help-chapter", args=[help_chapter_for_page(request.resolver_match if request else None)])


@register.simple_tag(takes_context=True)
def model_outages(context: RequestContext) -> list[ModelOutage]:
    """Model servers that are down, for those who may do something about it. One query."""
    user = context.get("user")
    return open_outages() if user is not None and user.has_perm("llm.view_modeloutage") else []


@register.simple_tag(takes_context=True)
def new_notifications(context: RequestContext) -> int:
    """How many this person has not read. One query."""
    user = context.get("user")
    return 0 if user is None or user.pk is None else Notification.objects.filter(person=user, read_at=None).count()


@register.filter
def with_column_names(row: Iterable[SafeString], headers: list[Mapping[str, object]]) -> Iterator[SafeString]:
    """The cells of a row of a list, each with its role and the name of its column, and marked where it says nothing.

    `row` are cells as Django writes them, from `<td` or `<th` on; one behind the last column gets no name.
    """
    for cell, header in zip_longest(row, headers):
        is_choice = header is None or 'class="action-checkbox' in cell
        yield with_role(cell if is_choice else with_column_name(cell, str(header["text"])))


def with_column_name(cell: SafeString, name: str) -> SafeString:
    says_nothing = SafeString(" data-blank") if BLANK_CELL.fullmatch(cell) else ""
    return insert_attributes(cell, format_html('data-column="{}"{}', capfirst(name), says_nothing))


def with_role(cell: SafeString) -> SafeString:
    """Browsers forget what a cell is once it is laid out as part of a card. KeyError: neither `<td` nor `<th`."""
    return insert_attributes(cell, format_html('role="{}"', CELL_ROLES[cell[:3]]))


def insert_attributes(cell: SafeString, attributes: SafeString) -> SafeString:
    """`cell` begins with `<td` or `<th`."""
    return format_html("{} {}{}", SafeString(cell[:3]), attributes, SafeString(cell[3:]))


@register.filter
def count_active(filters: Iterable[ListFilter]) -> int:
    """How many of a list's filters leave rows out. While Django counts rows per choice, an idle one holds None."""
    return sum(any(value is not None for value in one.used_parameters.values()) for one in filters)


@register.filter
def has_sortable_column(headers: Iterable[Mapping[str, object]]) -> bool:
    return any(header["sortable"] for header in headers)


@register.filter
def change_message(entry: LogEntry) -> str:
    """What was done, with the names of fields in the reader's language.

    Django keeps the labels of a form, which begin with a capital: those of the catalogue begin without one.
    """
    try:
        parts = json.loads(entry.change_message)
    except ValueError:
        return entry.change_message
    for part in parts:
        if changed := part.get("changed"):
            changed["fields"] = [field_label(label) for label in changed["fields"]]
    return LogEntry(change_message=json.dumps(parts)).get_change_message()


@register.filter
def changed_values(entry: LogEntry) -> list[tuple[str, str, str]]:
    """Field, old value and new value of each change that was kept with them, in the reader's language."""
    try:
        parts = json.loads(entry.change_message)
    except ValueError:
        return []
    values = [value for part in parts for value in part.get("changed", {}).get("values", ())]
    return [
        (field_label(one["field"]), format_value(one["old"], one["is_word"]), format_value(one["new"], one["is_word"]))
        for one in values
    ]


def format_value(value: str | bool | int | float, is_word: bool) -> str:
    if isinstance(value, bool):
        return gettext("Yes") if value else gettext("No")
    if isinstance(value, int | float):
        return str(localize(value))
    return (gettext(value) if is_word else value) if value else "–"


def field_label(label: str) -> str:
    found = gettext(label)
    return found if found != label else capfirst(gettext(label[:1].lower() + label[1:]))
