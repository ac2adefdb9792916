"""Keys of endpoints: only the name of a variable is stored, the key itself stays in the environment."""

import logging
import os
from fnmatch import fnmatchcase
from pathlib import Path

from django.conf import settings

logger = logging.getLogger(__name__)


def read_key(variable: str) -> str:
    """The key in that variable, or in the file that NAME_FILE names; empty when there is none.

    Only variables that API_KEY_VARIABLES admits are read: endpoints are administrators' rows, and the environment holds
    secrets that are none of theirs.

    A file that cannot be read and a key with letters no header may hold are logged and give no key: the server then
    refuses the call and the next model is asked.
    """
    if variable and not is_key_variable(variable):
        logger.error("%s is no variable for keys: see API_KEY_VARIABLES.", variable)
        return ""
    key = written_key(variable) if variable else ""
    if key.isascii() and key.isprintable():
        return key
    logger.error("%s holds characters that no key has.", variable)
    return ""


def is_key_variable(variable: str) -> bool:
    """By the names and patterns that the operator lists; `*_API_KEY` when nothing is set."""
    return any(fnmatchcase(variable, pattern) for pattern in settings.API_KEY_VARIABLES)


def written_key(variable: str) -> str:
    if value := os.environ.get(variable, "").strip():
        return value
    path = os.environ.get(f"{variable}_FILE", "").strip()
    if not path:
        return ""
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except OSError as error:
        logger.error("%s_FILE cannot be read: %s.", variable, error.strerror)
        return ""
