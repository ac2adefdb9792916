"""In the making."""

from typing import Any


def add_arguments(parser: Any) -> None: ...


def handle(options: Any, output: Any, errors: Any) -> None: ...
