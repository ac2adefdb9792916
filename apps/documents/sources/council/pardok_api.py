"""pardok-api: papers of a committee from the parliament's JSON interface, page by page."""

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

from django.utils.translation import gettext as _

from apps.documents.fetching import FetchError
from apps.documents.fetching.parse_url import join_url
from apps.documents.sources.connectors.connector import Connector, Entry, ListedDocument, SkippedRecord, SourceAccess
from apps.documents.sources.connectors.metadata_to_columns import (
    DocumentFacts,
    clean_text,
    join_title_and_part,
    parse_electoral_term,
)
from apps.documents.sources.connectors.parse_fetched_json import read_json
from apps.documents.sources.connectors.source_item import SourceError

MOST_PAGES, LONGEST_ID = 2_000, 500
PUBLIC, LOGIN = "-v", "?open&login"
"""What addresses of published papers have in them, and those that ask for a login."""


def entries(asking: SourceAccess) -> Iterator[Entry]:
    """Raises SourceError when a page is missing or the pages do not add up, FetchError.

    The total may grow while pages are asked for, never shrink: what a smaller one leaves out would count as gone.
    """
    listed, total = ListedProcesses(), 0
    for page in range(1, MOST_PAGES + 1):
        reply = fetch_page(asking, page)
        items, said = page_items(reply, page), announced_total(reply, page)
        if said < total:
            raise SourceError(
                _("Page %(page)d says that there are %(said)d processes, the page before said %(total)d.")
                % {"page": page, "said": said, "total": total}
            )
        total = said
        is_new = listed.add(items)
        for item in items:
            yield from entries_of_process(item, asking)
        seen = len(listed)
        if seen >= total:
            return
        if not is_new:
            raise SourceError(
                _("Page %(page)d is empty, but only %(seen)d of %(total)d processes were listed.")
                % {"page": page, "seen": seen, "total": total}
            )
    raise SourceError(
        _("More than %(most)d pages; %(seen)d of %(total)d processes were listed.")
        % {"most": MOST_PAGES, "seen": seen, "total": total}
    )


class ListedProcesses:
    """How many different processes were listed: a page that comes twice adds nothing."""

    def __init__(self) -> None:
        self.ids: set[str] = set()
        self.nameless = 0

    def __len__(self) -> int:
        return len(self.ids) + self.nameless

    def add(self, items: list[object]) -> bool:
        """Whether any of them is new."""
        before = len(self)
        for item in items:
            process = clean_text(item.get("processId"), 200) if isinstance(item, dict) else ""
            if process:
                self.ids.add(process)
            else:
                self.nameless += 1
        return len(self) > before


def fetch_page(asking: SourceAccess, page: int) -> Mapping[str, object]:
    """Raises SourceError, FetchError."""
    options = asking.options
    form = {
        "electoralTerm": str(options["electoral_term"]), "committee": options["committee"], "status": options["status"],
        "startIndex": str(page),
    }  # fmt: skip
    reply = read_json(asking.get(asking.location, form=form))
    if not isinstance(reply, dict):
        raise SourceError(_("Page %(page)d is no object with 'paginator' and 'items'.") % {"page": page})
    return reply


def page_items(reply: Mapping[str, object], page: int) -> list[object]:
    items = reply.get("items")
    if not isinstance(items, list):
        raise SourceError(_("Page %(page)d has no list 'items'.") % {"page": page})
    return items


def announced_total(reply: Mapping[str, Any], page: int) -> int:
    total = reply["paginator"].get("total") if isinstance(reply.get("paginator"), dict) else None
    if isinstance(total, bool) or not isinstance(total, int) or total < 0:
        raise SourceError(
            _("Page %(page)d does not say how many processes there are ('paginator.total').") % {"page": page}
        )
    return total


def entries_of_process(item: Any, asking: SourceAccess) -> Iterator[Entry]:
    """The public papers of one process. Its other papers are passed over, a process that cannot be read is named."""
    process = clean_text(item.get("processId"), 200) if isinstance(item, dict) else ""
    description = item.get("description") if isinstance(item, dict) else None
    if not process or not isinstance(description, dict):
        yield SkippedRecord(process or "item", _("it has no 'processId' or no 'description'"), bundle=process)
        return
    listed = description.get("docs")
    for paper in listed if isinstance(listed, list) else []:
        href = paper.get("href") if isinstance(paper, dict) else None
        if isinstance(href, str) and PUBLIC in href and LOGIN not in href:
            try:
                address = join_url(asking.location, href)
            except FetchError as error:
                yield SkippedRecord(f"{process}-{href}"[:LONGEST_ID], str(error))
            else:
                yield build_document_entry(process, item, description, paper, address, asking.options)


def build_document_entry(
    process: str,
    item: Mapping[str, Any],
    description: Mapping[str, Any],
    paper: Mapping[str, Any],
    address: str,
    options: Mapping[str, Any],
) -> Entry:
    name = unquote(urlsplit(address).path.rpartition("/")[2])
    identity = f"{process}-{name}"[:LONGEST_ID]
    if not address.startswith(("http://", "https://")) or len(address) > 2_000 or not name:
        return SkippedRecord(identity, _("its address is none of the web"))
    title = join_title_and_part(clean_text(description.get("title"), 700), clean_text(paper.get("name"), 250))
    said = {"status": item.get("status"), "category": item.get("category"), "text": description.get("text")}
    metadata: dict[str, Any] = {key: text for key, value in said.items() if (text := clean_text(value, 5_000))}
    if isinstance(protocols := item.get("protocols"), list) and protocols:
        metadata["protocols"] = protocols
    return ListedDocument(
        identity,
        title=title,
        address=address,
        file_name=name,
        url=address,
        metadata=metadata,
        facts=pardok_facts(process, options),
        bundle=process,
        version=str(paper.get("size", "")),
    )


def pardok_facts(process: str, options: Mapping[str, Any]) -> DocumentFacts:
    return DocumentFacts(
        document_type=clean_text(options["document_type"], 100),
        number=process[:50],
        term=parse_electoral_term(options["electoral_term"]),
        committee=clean_text(options["committee_name"], 200),
    )


CONNECTOR = Connector(
    "pardok-api",
    entries,
    {
        "electoral_term": 19, "committee": "haupt-ausschuss.nsf", "committee_name": "Hauptausschuss",
        "status": "Erledigt", "document_type": "Hauptausschussvorgang", "recheck_files": False,
    },
)  # fmt: skip
