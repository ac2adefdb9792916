"""What the client says, in English and German (german.tsv). No compiled catalogue: it runs where it was copied to."""

import os
from functools import lru_cache
from pathlib import Path

LANGUAGES = ("de", "en")


@lru_cache(maxsize=1)
def german() -> dict[str, str]:
    """German by English. Reads a file of the package."""
    lines = Path(__file__).with_name("german.tsv").read_text(encoding="utf-8").splitlines()[1:]
    return dict(line.split("\t") for line in lines)


def language() -> str:
    """By LANGUAGE, LC_ALL, LC_MESSAGES and LANG, as gettext looks; English otherwise."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            named = value.split(":")[0][:2].lower()
            return named if named in LANGUAGES else "en"
    return "en"


def say(text: str, **values: object) -> str:
    """The text in the language of the person, with its values filled in."""
    said = german()[text] if language() == "de" else text
    return said % values if values else said
