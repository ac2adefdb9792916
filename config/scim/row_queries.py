"""Looks up, filters and pages the rows behind SCIM users and groups, and makes their identifiers and versions."""

import hashlib
from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from scim2_models import ForbiddenException, Meta, NotFoundException, Resource, SearchRequest
from scim2_models.path import CompareOperator, Comparison, LogicalExpr, LogicalOperator
from scim2_server.storage import SearchPage

from config.user_directory.models import DirectoryResource, ProvisionedPerson

ROWS_AT_ONCE = 500


def get_row(rows: QuerySet[Any], resource_id: str, *, to_change: bool) -> Any:
    """Raises NotFoundException."""
    try:
        pk = UUID(resource_id)
    except ValueError:
        raise NotFoundException from None
    held = rows.select_for_update(of=("self",)) if to_change else rows
    row = held.filter(pk=pk).first()
    if row is None:
        raise NotFoundException
    return row


def refuse_superuser(person: ProvisionedPerson) -> None:
    """Raises ForbiddenException."""
    if person.account.is_superuser:
        raise ForbiddenException(detail="This account has every right here; only people in the console change it.")


def weak_etag(row: DirectoryResource, *more: object) -> str:
    """The weak ETag of a row, and of what a person's resource shows beside it."""
    shown = hashlib.sha256(repr(more).encode()).hexdigest()[:12] if more else ""
    return f'W/"{row.version}{shown and "."}{shown}"'


def resource_meta(row: DirectoryResource, kind: str, version: str) -> Meta:
    return Meta(resource_type=kind, created=row.created_at, last_modified=row.changed_at, version=version)


def build_search_page(
    rows: QuerySet[Any], request: SearchRequest[Any], columns: dict[str, str], resource_of: Callable[[Any], Any]
) -> SearchPage:
    """One page. What a filter compares with `eq` in a column is looked up; the rest is decided by the library."""
    start, count = (request.start_index or 1) - 1, request.count or 0
    if request.filter is None:
        return SearchPage(rows.count(), [resource_of(row) for row in rows[start : start + count]])
    total, shown = 0, list[Resource[Any]]()
    for row in filter_by_equality(rows, request.filter.ast, columns).iterator(ROWS_AT_ONCE):
        resource = resource_of(row)
        if request.filter.match(resource):
            if start <= total < start + count:
                shown.append(resource)
            total += 1
    return SearchPage(total, shown)


def filter_by_equality(rows: QuerySet[Any], node: Any, columns: dict[str, str]) -> QuerySet[Any]:
    """Returns at least the rows that match: all `eq` that must hold together, each in its column."""
    terms = node.terms if isinstance(node, LogicalExpr) and node.op == LogicalOperator.and_ else [node]
    for term in terms:
        if not isinstance(term, Comparison) or term.op != CompareOperator.eq or not isinstance(term.value, str):
            continue
        column = columns.get(str(term.attr_path).lower())
        if column == "pk":
            rows = rows.filter(pk=uuid_or_none(term.value))
        elif column:
            rows = rows.none() if "\0" in term.value else rows.filter(**{column: term.value})
    return rows


def uuid_or_none(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
