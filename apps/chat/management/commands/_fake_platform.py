"""What the two stand-ins share: they belong to the tests, which a source checkout has and a package has not."""

import sys
import urllib.error
import urllib.request
from collections.abc import Callable
from importlib import import_module
from typing import Any

from django.core.management.base import CommandError

Request = tuple[str, dict[str, str], bytes]


def fakes(module: str) -> Any:
    """The module of the stand-in. Raises CommandError when it is not here."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        raise CommandError(
            f"The stand-in is not installed ({error.name}): run this command in a source checkout, after 'make test'.",
            returncode=2,
        ) from error


def talk(request_for: Callable[[str], Request], complain: Callable[[str], object]) -> None:
    """Sends each line that is typed to the product, until the input ends."""
    try:
        for line in sys.stdin:
            if line.strip():
                send(*request_for(line.strip()), complain)
    except KeyboardInterrupt:
        return


def send(address: str, headers: dict[str, str], body: bytes, complain: Callable[[str], object]) -> None:
    request = urllib.request.Request(address, body, headers)  # noqa: S310 (an address that the operator has typed)
    try:
        with urllib.request.urlopen(request, timeout=10):  # noqa: S310
            pass
    except urllib.error.HTTPError as error:
        complain(f"The product answers with status {error.code}: {error.read(200).decode(errors='replace')}")
    except OSError as error:
        complain(f"The product does not answer at {address}: {error}")
