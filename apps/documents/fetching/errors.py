"""Errors of fetching: why something could not be fetched."""

from typing import Any

from django.utils.translation import gettext_noop as _

from apps.documents.status_messages import status_sentence

PROBLEMS = {
    "characters": _("blanks, control characters or a backslash in it"),
    "length": _("more than 2,000 characters, as it is sent"),
    "spelling": _("unreadable spelling"),
    "scheme": _("only http and https"),
    "host": _("no proper host name, or a user name before it"),
    "port": _("no proper port"),
    "not listed": _("its host and port are not listed"),
    "private network": _("its host leads into a private network"),
    "redirect": _("a redirect that is not followed"),
}


class FetchError(Exception):
    """`reason_code` and `facts` make the sentence that people read; it is what `str` gives."""

    def __init__(self, reason_code: str, **facts: Any) -> None:
        super().__init__(reason_code)
        self.reason_code = reason_code
        self.facts: dict[str, Any] = facts

    def __str__(self) -> str:
        return status_sentence(self.reason_code, self.facts)


class UnusableAnswerError(FetchError):
    """The host did answer, with something that is no file: that says nothing of its other addresses."""


def refused_address_error(url: str, problem: str) -> FetchError:
    """The address is one that must not be fetched."""
    return FetchError("address_refused", address=url[:200], problem=PROBLEMS[problem])
