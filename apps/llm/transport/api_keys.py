"""Keys of endpoints: only the name of a variable is stored, the key itself stays in the environment."""

import logging
import os
from pathlib import Path

logger = logging.getLogger(__name__)


def read_key(variable: str) -> str:
    """The key in that variable, or in the file that NAME_FILE names; empty when there is none.

    A file that cannot be read and a key with letters no header may hold are logged and give no key: the server then
    refuses the call and the next model is asked.
    """
    key = written_key(variable) if variable else ""
    if key.isascii() and key.isprintable():
        return key
    logger.error("%s holds characters that no key has.", variable)
    return ""


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
