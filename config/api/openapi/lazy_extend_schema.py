"""Collects the arguments of drf-spectacular's extend_schema without importing its generator.

The generator takes four megabytes and reads the notes when somebody asks for the document, which few do.
"""

from collections.abc import Callable
from threading import Lock
from typing import Any, TypeVar

Method = TypeVar("Method", bound=Callable[..., Any])
_noted: list[tuple[Callable[..., Any], dict[str, Any]]] = []
_handing_over = Lock()


def lazy_extend_schema(**said: Any) -> Callable[[Method], Method]:
    """Notes for a method what `extend_schema` of drf-spectacular takes."""

    def note(method: Method) -> Method:
        _noted.append((method, said))
        return method

    return note


def register_with_generator() -> None:
    """Hands over what was noted; imports the generator."""
    from drf_spectacular.utils import extend_schema

    with _handing_over:
        while _noted:
            method, said = _noted[-1]
            extend_schema(**said)(method)
            _noted.pop()
