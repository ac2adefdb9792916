#!/usr/bin/env python3
"""Compares what the lock files pin with the advisories of the package index: `make audit`.

    python bin/audit.py [LOCK…]      all lock files of the project without arguments

The index is the one that pip is configured for (PIP_INDEX_URL, pip.conf); its JSON interface tells the known
vulnerabilities of a version. Exit status: 0 none is known, 1 some are, 2 the index could not be asked.
"""

import json
import re
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

ROOT = Path(__file__).resolve().parent.parent
PIN = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)
SECONDS = 20.0
AT_ONCE = 4


class NotAskedError(Exception):
    """The index offers no advisories, or cannot be reached. The message says why."""


@dataclass(frozen=True, slots=True, order=True)
class Advisory:
    package: str
    version: str
    id: str
    fixed_in: str
    summary: str

    def __str__(self) -> str:
        fixed = f"fixed in {self.fixed_in}" if self.fixed_in else "no fixed version"
        return f"{self.package} {self.version}: {self.id} ({fixed}) {self.summary}".rstrip()


def pinned(locks: Iterable[Path]) -> list[tuple[str, str]]:
    """Names with their versions. A name may have several, by platform."""
    return sorted({pin for lock in locks for pin in PIN.findall(lock.read_text(encoding="utf-8"))})


def json_address() -> str:
    """Where the index that pip uses speaks JSON: beside its `simple` pages."""
    from pip._internal.models.index import PyPI

    said = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=False
    ).stdout
    found = {name: value.strip("'") for name, _sign, value in (line.partition("=") for line in said.splitlines())}
    order = (":env:.index-url", "install.index-url", "global.index-url")
    index = next((found[name] for name in order if found.get(name)), "")
    if not index:
        return PyPI.pypi_url
    parts = urlsplit(index)
    path = parts.path.rstrip("/").removesuffix("/simple")
    return urlunsplit((parts.scheme, parts.netloc, f"{path}/pypi", "", ""))


def advisories(base: str, package: str, version: str) -> list[Advisory]:
    """Of one version. Raises NotAskedError."""
    address = f"{base}/{package}/{version}/json"
    if not address.startswith(("https://", "http://")):
        raise NotAskedError(f"'{base}' is no address of the web")
    try:
        with urllib.request.urlopen(address, timeout=SECONDS) as answer:  # noqa: S310 - the scheme was looked at
            known = json.load(answer)["vulnerabilities"]
    except urllib.error.HTTPError as error:
        raise NotAskedError(f"HTTP {error.code} for {package} {version}") from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise NotAskedError(f"{type(error).__name__} for {package} {version}") from None
    return [
        Advisory(package, version, one["id"], ", ".join(one.get("fixed_in") or ()), one.get("summary") or "")
        for one in known
        if not one.get("withdrawn")
    ]


def main(arguments: list[str]) -> int:
    pins = pinned([Path(name) for name in arguments] or sorted(ROOT.glob("requirements*.lock")))
    base = json_address()
    host = urlsplit(base).hostname or base
    found: list[Advisory] = []
    unasked: list[str] = []

    def ask(pin: tuple[str, str]) -> None:
        try:
            found.extend(advisories(base, *pin))
        except NotAskedError as error:
            unasked.append(str(error))

    # The first alone: where the index has no such interface, one question is enough.
    ask(pins[0])
    asked = 1 if unasked else len(pins)
    if not unasked:
        with ThreadPoolExecutor(AT_ONCE) as threads:
            list(threads.map(ask, pins[1:]))
    for advisory in sorted(found):
        print(advisory)  # noqa: T201 - this is what it is for
    print(summary(len(pins), asked, found, unasked, host), file=sys.stderr)  # noqa: T201
    return 1 if found else 2 if unasked else 0


def summary(pins: int, asked: int, found: list[Advisory], unasked: list[str], host: str) -> str:
    if not unasked:
        return f"{pins} pinned versions compared with the advisories of {host}: {len(found)} known."
    if asked == 1:
        return f"Nothing was compared: {host} offers no advisories ({unasked[0]}). Nobody knows whether there are any."
    return f"{len(unasked)} of {pins} versions could not be compared ({unasked[0]} …), {len(found)} advisories known."


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
