"""Paths, pages, redirects, messages and downloads of the evaluation admin, and how it shows scores."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.defaultfilters import floatformat
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from apps.evaluation.models import Run, RunKind

View = Callable[..., HttpResponseBase]


def row_path(model_admin: Any, address: str, name: str, view: View, *, posts: bool = False) -> URLPattern:
    """The URL of a view of one row; `address` follows the primary key. With `posts` only POST is allowed."""

    def shown(request: HttpRequest, pk: int, **rest: Any) -> HttpResponseBase:
        return view(request, get_object_or_404(model_admin.get_queryset(request), pk=pk), **rest)

    wrapped = model_admin.admin_site.admin_view(require_POST(shown) if posts else shown)
    made: URLPattern = path(f"<int:pk>/{address}", wrapped, name=f"evaluation_{model_admin.opts.model_name}_{name}")
    return made


def render_page(
    model_admin: "admin.ModelAdmin[Any]", request: HttpRequest, template: str, **context: object
) -> TemplateResponse:
    whole = {**model_admin.admin_site.each_context(request), "opts": model_admin.opts, **context}
    return TemplateResponse(request, f"admin/evaluation/{template}", whole)


def redirect_to_row(row: Model) -> HttpResponseRedirect:
    return HttpResponseRedirect(reverse(f"admin:evaluation_{row._meta.model_name}_change", args=[row.pk]))


def format_score(run: Run, is_calibrated: bool) -> str:
    """A judge's score never stands alone before people have confirmed the judge; a hit rate needs no judge."""
    score = floatformat(run.mean or 0.0, 2)
    if run.low is not None and run.high is not None:
        score += f" ({floatformat(run.low, 2)}–{floatformat(run.high, 2)})"
    return score if is_calibrated or run.kind == RunKind.HIT_RATE else f"{score}, {_('uncalibrated')}"


def require_permission(request: HttpRequest, right: str) -> None:
    """Raises PermissionDenied."""
    if not request.user.has_perm(right):
        raise PermissionDenied


def add_message(request: HttpRequest, text: object, level: int = messages.SUCCESS) -> None:
    messages.add_message(request, level, str(text))


def file_response(content: bytes | str, name: str, kind: str) -> HttpResponse:
    """A file, never shown in place: what it holds was written by others."""
    response = HttpResponse(content, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
