"""Base classes that pages of the admin share: read-only ones, counted deletions, named rows, a paginator for long
lists."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from functools import cached_property, partial
from hashlib import sha256
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.contrib import admin
from django.core.cache import cache
from django.core.exceptions import EmptyResultSet, FieldDoesNotExist
from django.core.paginator import Paginator
from django.db.models import DateTimeField, FloatField, JSONField, Model
from django.http import HttpRequest
from django.template.defaultfilters import floatformat
from django.utils.formats import date_format
from django.utils.html import format_html_join
from django.utils.timezone import localtime

if TYPE_CHECKING:
    from django.contrib.admin.models import LogEntry
    from django.utils.functional import _StrOrPromise

VALUES_KEPT_FOR = 600
"""Seconds."""
MANY_ROWS, COUNT_KEPT_FOR = 50_000, 60
"""Rows from which on their number is remembered, and for how many seconds: to count reads all of them."""


class ReadOnly:
    """What the product writes itself, people only look at."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class LoggedByNumber:
    """Logs without what a row says: that has to leave with its documents, and the log stays."""

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> "LogEntry":
        entry: LogEntry = super().log_change(request, obj, message)  # type: ignore[misc]
        entry.object_repr = str(obj.pk)
        entry.save(update_fields=["object_repr"])
        return entry


class CountsDeleted:
    """Counts what goes along with a row that is deleted, where Django would load and list each of it.

    Who may delete the row may delete what was derived for it.
    """

    goes_along: ClassVar[dict[type[Model], str]] = {}
    """Tables to be counted, each with the look-up that leads from its rows to the deleted one."""

    def get_deleted_objects(
        self: Any, objs: Any, request: HttpRequest
    ) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        """Names of the rows, numbers by table, what may not be deleted, what is in the way. A query for each table."""
        rows = list(objs)
        numbers = {str(self.opts.verbose_name_plural): len(rows)}
        for model, path in self.goes_along.items():
            number = model._default_manager.filter(**{f"{path}__in_array": rows}).count()
            numbers[str(model._meta.verbose_name_plural)] = number
        # Of several that are chosen in a list, only here each is asked for.
        missing = {str(self.opts.verbose_name) for row in rows if not self.has_delete_permission(request, row)}
        return [str(row) for row in rows], numbers, missing, self.obstacles(rows)

    def obstacles(self, rows: Sequence[Any]) -> list[str]:
        """Says in sentences what has to be done before the rows can be deleted."""
        return []


class Named(admin.AllValuesFieldListFilter):
    """All values but the empty one, which would be a link without a word in it.

    They are looked for once in ten minutes, for each person anew: that reads all rows of the table.
    """

    def __init__(
        self, field: Any, request: HttpRequest, params: Any, model: Any, model_admin: Any, field_path: str
    ) -> None:
        super().__init__(field, request, params, model, model_admin, field_path)
        key = f"console-values:{request.user.pk}:{model._meta.label_lower}:{field_path}"
        self.lookup_choices: Any = cache.get_or_set(key, partial(list, self.lookup_choices), VALUES_KEPT_FOR)

    def choices(self, changelist: Any) -> Iterator[Any]:
        return (choice for choice in super().choices(changelist) if choice["display"])


def named_by(word: Callable[[str], object]) -> type[Named]:
    """A filter of the values that a column has, each shown as `word` says it; `word` leaves what it does not know."""

    class InWords(Named):
        def choices(self, changelist: Any) -> Iterator[Any]:
            return ({**one, "display": word(str(one["display"]))} for one in super().choices(changelist))

    return InWords


class LongListPaginator(Paginator):  # type: ignore[type-arg]
    """Counts the rows of a long list once a minute, not with every page of it."""

    @cached_property
    def count(self) -> int:
        # Of a list in the admin, which is always a query.
        rows: Any = self.object_list
        try:
            # With its values beside it: put in, they would break on those that a visitor's parameters make one too few.
            statement = rows.query.sql_with_params()
        except EmptyResultSet:
            return 0
        key = f"console-count:{sha256(repr(statement).encode()).hexdigest()}"
        known = cache.get(key)
        if known is None and (known := super().count) >= MANY_ROWS:
            cache.set(key, known, COUNT_KEPT_FOR)
        return int(known)


class LinesField(forms.CharField):
    """A list of texts, one in each line."""

    widget = forms.Textarea(attrs={"rows": 8, "cols": 90})

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        return [line.strip() for line in (super().to_python(value) or "").splitlines() if line.strip()]

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(self.to_python(data) != (initial or []))


def short(moment: datetime) -> str:
    """Day and time as lists have room for."""
    return date_format(localtime(moment), "SHORT_DATETIME_FORMAT")


def column(field: str, shown: Callable[[Any], object], description: "_StrOrPromise") -> Callable[[Any, Any], object]:
    """A column of a list, to be sorted by its field: what `shown` makes of a value, nothing of None."""

    @admin.display(description=description, ordering=field)
    def display(_model_admin: Any, row: Any) -> object:
        value = getattr(row, field)
        return "" if value is None else shown(value)

    return display


class ShortMoment:
    """A column of a list that shows a field of day and time in the short form."""

    def __init__(self, field: "DateTimeField[Any, Any]") -> None:
        self.admin_order_field = self.__name__ = field.name
        self.short_description = field.verbose_name

    def __str__(self) -> str:
        return self.__name__

    def __call__(self, row: Model) -> str | None:
        moment = getattr(row, self.__name__)
        return short(moment) if moment else None


def with_short_moments(model: type[Model], columns: Sequence[Any]) -> list[Any]:
    """The columns of a list, with a short form of its fields of day and time: the long one breaks narrow tables."""
    return [short_moment(model, column) or column for column in columns]


def short_moment(model: type[Model], column: Any) -> ShortMoment | None:
    """None for every other column."""
    try:
        field = model._meta.get_field(column)
    except FieldDoesNotExist:
        return None
    return ShortMoment(field) if isinstance(field, DateTimeField) else None


class PlainField:
    """A field on a page that is only looked at: of JSON each entry on a line without braces, of a number three digits
    behind the comma."""

    def __init__(self, field: "JSONField[Any, Any] | FloatField[Any, Any]") -> None:
        self.__name__ = field.name
        self.short_description = field.verbose_name

    def __str__(self) -> str:
        return self.__name__

    def __call__(self, row: Model) -> str:
        value = getattr(row, self.__name__)
        if value is None or value in ([], {}, ""):
            return "-"
        if isinstance(value, float):
            return floatformat(value, -3)
        return format_html_join("", "<div>{}</div>", ([line] for line in json_lines(value)))


def with_plain_fields(model: type[Model], names: Iterable[Any]) -> list[Any]:
    """The fields of a form, some of them as people read them; several in one line stay together."""
    return [
        tuple(with_plain_fields(model, name)) if isinstance(name, list | tuple) else plain_field(model, name) or name
        for name in names
    ]


def plain_field(model: type[Model], name: Any) -> PlainField | None:
    """None for every other field."""
    try:
        field = model._meta.get_field(name)
    except FieldDoesNotExist:
        return None
    return PlainField(field) if isinstance(field, JSONField | FloatField) else None


def json_lines(value: Any) -> list[str]:
    """`[{"a": 1, "b": [2, 3]}]` as ["a: 1, b: 2, 3"], `{"a": 1, "b": 2}` as ["a: 1", "b: 2"]."""
    if isinstance(value, dict):
        return [f"{name}: {json_line(one)}" for name, one in value.items()]
    return [json_line(one) for one in value] if isinstance(value, list) else [json_line(value)]


def json_line(value: Any) -> str:
    if isinstance(value, dict | list):
        return ", ".join(json_lines(value))
    return "–" if value is None else str(value)
