"""Views and addresses whose module is imported with the first request: what they rest on is large and seldom wanted."""

from collections.abc import Callable
from functools import cache
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import URLResolver
from django.urls.resolvers import RoutePattern
from django.utils.module_loading import import_string

View = Callable[..., HttpResponseBase]


def lazy_view(path: str, *, csrf_exempt: bool = False) -> View:
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


def lazy_include(route: str, module: str, namespace: str) -> URLResolver:
    """Does what `path(route, include(module))` does, later; the module has this `app_name`."""
    return LazyURLResolver(RoutePattern(route), module, app_name=namespace, namespace=namespace)


class LazyURLResolver(URLResolver):
    """Loads its module when an address below it is asked for or a name of its namespace is reversed.

    Django's loads it with the first name that is reversed anywhere, to list names that nobody asked for.
    """

    def _populate(self) -> None:
        if "urlconf_module" in vars(self):
            super()._populate()
