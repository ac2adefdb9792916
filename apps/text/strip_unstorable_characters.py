"""Strips from model replies and files what the database does not accept: NUL and lone surrogates."""

from typing import Any, overload


@overload
def storable(value: str) -> str: ...
@overload
def storable(value: Any) -> Any: ...
def storable(value: Any) -> Any:
    """The same text, or the same data of JSON, with a blank or a question mark in place of such characters."""
    if isinstance(value, str):
        return value.replace("\0", " ").encode("utf-8", "replace").decode()
    if isinstance(value, list):
        return [storable(each) for each in value]
    if isinstance(value, dict):
        return {storable(key): storable(each) for key, each in value.items()}
    return value
