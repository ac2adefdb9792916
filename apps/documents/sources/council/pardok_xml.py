"""pardok-xml: the export of a parliament's documentation ("Parlamentsspiegel Export 1.0"), one file for each term.

A process (`Vorgang`) is sent as an order to delete it, followed by the process as it is now. The order alone means that
it is gone. So nothing is deleted before the file has been read to its end.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any
from urllib.parse import urlsplit

from django.utils.translation import gettext as _

from apps.documents.fetching import NotModified
from apps.documents.sources.connectors.connector import (
    Connector,
    DeletedBundle,
    Entry,
    ListedDocument,
    ListingUnchanged,
    SkippedRecord,
    SourceAccess,
)
from apps.documents.sources.connectors.metadata_to_columns import LONGEST_VALUES, DocumentFacts, document_facts
from apps.documents.sources.connectors.source_item import SourceError
from apps.documents.sources.connectors.stream_xml_elements import element_text, local_name, stream_elements
from apps.text.numbers.parse_date import parse_date

if TYPE_CHECKING:
    from lxml import etree

INQUIRIES = ["SchrAnfr", "Schriftliche Anfrage", "KlAnfr", "Kleine Anfrage"]
"""What a written inquiry is called, in short and in full; parliaments differ."""
ALL = "*"
LONGEST_ID = 500
METADATA_NAMES = {
    "VNr": "process", "VTypL": "process_type", "VSysL": "subject_area", "DHerkL": "origin", "DokArtL": "series",
    "NrInTyp": "number_in_type", "Sb": "pages", "VkDat": "announced", "HNr": "issue", "Jg": "volume",
    "Abstract": "abstract", "FundSt": "found_at",
}  # fmt: skip
"""Fields of the export that stay in the metadata, under these names."""
Fields = Mapping[str, Sequence[str]]


def entries(asking: SourceAccess) -> Iterator[Entry]:
    """Raises SourceError, FetchError and ListingUnchanged."""
    with open_export(asking) as file:
        yield from entries_of(file, asking.options)


def open_export(asking: SourceAccess) -> IO[bytes]:
    if asking.location.startswith(("http://", "https://")):
        fetched = asking.get_changed(asking.location)
        if isinstance(fetched, NotModified):
            raise ListingUnchanged
        return fetched.file
    try:
        return Path(asking.location).open("rb")
    except OSError as error:
        raise SourceError(
            _("'%(location)s' cannot be opened: %(error)s. Give the path of an export.")
            % {"location": asking.location, "error": error.strerror}
        ) from None


def entries_of(file: IO[bytes], options: Mapping[str, Any]) -> Iterator[Entry]:
    """Documents as they come; at the end the processes that were deleted and not sent again."""
    document_types = {name.casefold() for name in options["document_types"]}
    deleted: dict[str, None] = {}
    complete: set[str] = set()
    for process in stream_elements(file, "Export", "Vorgang"):
        number = first_field(element_fields(process), "VNr")
        if not number:
            yield SkippedRecord("Vorgang", _("it has no VNr"))
        elif first_field(element_fields(process), "VFunktion").casefold() == "delete":
            deleted[number] = None
        else:
            complete.add(number)
            yield from documents_of_process(process, number, document_types)
    yield from (DeletedBundle(number) for number in deleted if number not in complete)


def documents_of_process(process: "etree._Element", number: str, document_types: set[str]) -> Iterator[Entry]:
    about = element_fields(process)
    for element in process:
        if local_name(element) != "Dokument":
            continue
        said = element_fields(element)
        types = {ALL, first_field(said, "DokTyp").casefold(), first_field(said, "DokTypL").casefold()}
        if types.isdisjoint(document_types):
            continue
        # Without an address there is no text to search; plenary minutes of the running week are such.
        if first_field(said, "LokURL") or first_field(said, "Url"):
            yield build_document_entry(number, about, said, element_authors(element))


def build_document_entry(number: str, about: Fields, said: Fields, authors: Sequence[str]) -> Entry:
    identity = first_field(said, "DBID") or "-".join(part for part in (number, first_field(said, "ReihNr")) if part)
    address = first_field(said, "LokURL") or first_field(said, "Url")
    if len(identity) > LONGEST_ID:
        return SkippedRecord(number, _("its id is longer than %(most)d characters") % {"most": LONGEST_ID})
    if not address.startswith(("http://", "https://")) or len(address) > 2_000:
        return SkippedRecord(identity, _("'%(address)s' is no web address") % {"address": address[:100]})
    try:
        file_name = urlsplit(address).path.rpartition("/")[2] or f"{identity}.pdf"
    except ValueError:
        return SkippedRecord(identity, _("'%(address)s' is no web address") % {"address": address[:100]})
    facts = document_facts({
        "type": first_field(said, "DokTypL") or first_field(said, "DokTyp"), "number": document_number(said),
        "term": first_field(said, "Wp") or first_field(said, "DokWp"), "authors": list(authors),
    })  # fmt: skip
    return ListedDocument(
        identity,
        title=first_field(said, "Titel")[:1_000] or derived_title(facts, first_field(said, "DokDat")),
        address=address,
        file_name=file_name,
        url=address,
        date=parse_date(first_field(said, "DokDat")),
        metadata=build_metadata(about, said),
        facts=facts,
        bundle=number[:200],
    )


def document_number(said: Fields) -> str:
    """Returns the number with the term before it, as people quote it; Saxony keeps them apart."""
    term, number = first_field(said, "DokWp"), first_field(said, "DokNr")
    return f"{term}/{number}" if term and number and "/" not in number else number


def derived_title(facts: DocumentFacts, date: str) -> str:
    """`Plenarprotokoll 19/2 vom 18.11.2021`; the metadata say that nobody gave this title."""
    return " ".join(part for part in (facts.document_type, facts.number, f"vom {date}" if date else "") if part)


def build_metadata(about: Fields, said: Fields) -> dict[str, object]:
    kept = {name: first_field(said, tag) or first_field(about, tag) for tag, name in METADATA_NAMES.items()}
    found: dict[str, Any] = {name: text for name, text in kept.items() if text}
    if descriptors := list(dict.fromkeys([*said.get("Desk", ()), *about.get("Desk", ())])):
        found["descriptors"] = descriptors
    if not first_field(said, "Titel"):
        found["title_derived"] = True
    return found


def element_fields(element: "etree._Element") -> dict[str, list[str]]:
    """The texts of an element's own fields and of its side entries, by name. `-` means empty in these exports."""
    found: dict[str, list[str]] = {}
    for child in element:
        name = local_name(child)
        if name == "Nebeneintrag":
            found.setdefault("Desk", []).extend(element_fields(child).get("Desk", []))
        elif name and name != "Dokument" and (text := element_text(child)) not in ("", "-"):
            found.setdefault(name, []).append(text)
    return found


def first_field(fields: Fields, name: str) -> str:
    return next(iter(fields.get(name, ())), "")


def element_authors(element: "etree._Element") -> list[str]:
    """`Name, Vorname (Partei)`, repeated or with `;` between them; Saxony has an element for each part."""
    found: list[str] = []
    for child in element:
        if local_name(child).casefold() != "urheber":
            continue
        parts = {name: first_field(element_fields(child), name) for name in ("name", "vorname", "fraktion")}
        if parts["name"]:
            found.append(format_person(parts))
        elif (text := element_text(child)) not in ("", "-"):
            found += spread_party_over_names([name.strip() for name in text.split(";") if name.strip()])
    return [author[: LONGEST_VALUES["committee"]] for author in found]


def format_person(parts: Mapping[str, str]) -> str:
    name = ", ".join(part for part in (parts["name"], parts["vorname"]) if part)
    return f"{name} ({parts['fraktion']})" if parts["fraktion"] else name


def spread_party_over_names(names: list[str]) -> list[str]:
    """`Freymark; Trapp (CDU)`: the party after the last one holds for those before it that have none."""
    party = names[-1].rpartition("(")[2].rstrip(")") if names and names[-1].endswith(")") else ""
    return [name if name.endswith(")") or not party else f"{name} ({party})" for name in names]


CONNECTOR = Connector("pardok-xml", entries, {"document_types": INQUIRIES, "recheck_files": False}, may_be_file=True)
