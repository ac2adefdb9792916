"""The languages that a collection may have: all that Django knows by a two-letter code."""

from django.conf.locale import LANG_INFO
from django.dispatch import Signal
from django.utils.translation import gettext

language_changed = Signal()
"""Sent with `collection` within the transaction that stores another language of it."""


def language_display_name(code: str) -> str:
    """The language in the reader's words; a code that no language has stays."""
    known = LANG_INFO.get(code, {}).get("name")
    return gettext(str(known)) if known else code


def languages() -> list[tuple[str, str]]:
    """Code and name, in the reader's language and its order."""
    named = ((code, gettext(str(info["name"]))) for code, info in LANG_INFO.items() if len(code) == 2)
    return sorted(named, key=lambda pair: pair[1])
