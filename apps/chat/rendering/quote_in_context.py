"""Renders a quote with its surrounding text on the page, for API clients and text-only channels."""

from typing import Protocol

from django.utils.translation import gettext


class InContext(Protocol):
    """A citation as it is shown or stored, each text empty where there is none."""

    @property
    def section(self) -> str: ...

    @property
    def preceding(self) -> str: ...

    @property
    def following(self) -> str: ...


def quote_in_context(quote: str, citation: InContext) -> list[str]:
    """In the order of the page and the language that is active; nothing is said of what is empty.

    `quote` has its quotation marks already.
    """
    return [
        *([f"{gettext('Heading:')} „{citation.section}“"] if citation.section else []),
        *([f"{gettext('Before it:')} „{citation.preceding}“"] if citation.preceding else []),
        quote,
        *([f"{gettext('The text goes on:')} „{citation.following}“"] if citation.following else []),
    ]


def context_as_json(citation: InContext) -> dict[str, str]:
    """What stands around a quote, as the contract names it; nothing is told of what is empty."""
    told = {"section": citation.section, "preceding": citation.preceding, "following": citation.following}
    return {name: text for name, text in told.items() if text}
