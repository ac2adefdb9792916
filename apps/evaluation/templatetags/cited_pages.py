"""Links to the pages that a reply cites, or was made from, for the pages of runs and reviews."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django import template

from apps.documents.models import document_url
from apps.evaluation.models import DialogueTurn

register = template.Library()


class CitedPage(NamedTuple):
    """`number` as the reply names it."""

    number: int
    name: str
    page: int
    url: str


@register.filter
def cited_pages(turn: DialogueTurn) -> list[CitedPage]:
    """Returns the pages with a quote that was found on them, each once. No query."""
    titles = {passage["document"]: passage.get("title") for passage in turn.passages}
    found = [
        CitedPage(
            cited["number"],
            titles.get(cited["document"]) or cited["external_id"],
            cited["page"] or 1,
            document_url(cited["document"], cited["page"], cited["quote"]),
        )
        for cited in turn.citations
        if cited.get("verified") and cited.get("document")
    ]
    return list({(each.name, each.page): each for each in reversed(found)}.values())[::-1]


@register.filter
def page_address(passage: Mapping[str, Any]) -> str:
    """Returns the address of a passage's page; empty when its document was withdrawn."""
    is_there = passage.get("document") and passage.get("text")
    return document_url(passage["document"], passage.get("page")) if is_there else ""
