"""Base classes that lists and forms of the admin share: read-only pages, named rows, a paginator for long lists."""

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import cached_property, partial
from hashlib import sha256
from typing import Any

from django import forms
from django.contrib import admin
from django.core.cache import cache
from django.core.paginator import Paginator
from django.http import HttpRequest
from django.utils.formats import date_format
from django.utils.timezone import localtime

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


class Named(admin.AllValuesFieldListFilter):
    """All values but the empty one, which would be a link without a word in it.

    Of a long table they are looked for once in ten minutes: that reads all its rows.
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
    """Of a long list the rows are counted once a minute, not with every page of it."""

    @cached_property
    def count(self) -> int:
        # Of a list in the admin, which is always a query.
        rows: Any = self.object_list
        # With its values beside it: put in, they would break on those that a visitor's parameters make one too few.
        key = f"console-count:{sha256(repr(rows.query.sql_with_params()).encode()).hexdigest()}"
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
