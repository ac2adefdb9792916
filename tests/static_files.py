"""The static files are looked for once in each process.

Every client of Django's makes the middleware anew, and WhiteNoise then looks at all static files: 15 milliseconds of
the processor for each of several thousand tests.
"""

from typing import Any

from whitenoise.middleware import WhiteNoiseMiddleware

FOUND: dict[str, dict[str, Any]] = {}
"""By the prefix of their addresses: address -> file with its headers. Nothing writes to them after that."""

add_files_from_finders = WhiteNoiseMiddleware.add_files_from_finders


def list_once() -> None:
    """Replace the search; may be called more than once."""

    def add_known(middleware: WhiteNoiseMiddleware) -> None:
        if middleware.static_prefix not in FOUND:
            add_files_from_finders(middleware)
            FOUND[middleware.static_prefix] = dict(middleware.files)
        middleware.files.update(FOUND[middleware.static_prefix])

    WhiteNoiseMiddleware.add_files_from_finders = add_known
