"""Views whose module is imported with the first request: what they rest on is large and seldom asked for."""

from collections.abc import Callable
from functools import cache
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.module_loading import import_string

View = Callable[..., HttpResponseBase]


def on_demand(path: str, *, csrf_exempt: bool = False) -> View:
    """The view of the class with this dotted name. `csrf_exempt` has to say of it what the class says itself."""

    @cache
    def loaded() -> View:
        view: View = import_string(path).as_view()
        return view

    def answer(request: HttpRequest, *arguments: Any, **values: Any) -> HttpResponseBase:
        return loaded()(request, *arguments, **values)

    answer.csrf_exempt = csrf_exempt  # type: ignore[attr-defined]
    answer.loaded = loaded  # type: ignore[attr-defined]
    return answer
