"""A quote with what stands around it on its page, for programs and for channels that show text alone."""

from django.utils.translation import gettext


def quote_in_context(quote: str, section: str, preceding: str, following: str) -> list[str]:
    """In the order of the page and the language that is active; nothing is said of what is empty.

    `quote` has its quotation marks already.
    """
    return [
        *([f"{gettext('Heading:')} „{section}“"] if section else []),
        *([f"{gettext('Before it:')} „{preceding}“"] if preceding else []),
        quote,
        *([f"{gettext('The text goes on:')} „{following}“"] if following else []),
    ]


def context_as_json(section: str, preceding: str, following: str) -> dict[str, str]:
    """What stands around a quote, as the contract names it; nothing is told of what is empty."""
    told = {"section": section, "preceding": preceding, "following": following}
    return {name: text for name, text in told.items() if text}
