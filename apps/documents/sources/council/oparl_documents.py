"""Turns papers and meetings of OParl into documents: their files, and a meeting's agenda as a text."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape

from django.utils.translation import gettext as _

from apps.documents.fetching import FetchError
from apps.documents.fetching.parse_url import join_url, parse_address
from apps.documents.parsing.formats.detect_media_type import MEDIA_TYPE_BY_SUFFIX, RECORD
from apps.documents.sources.connectors.connector import (
    DeletedBundle,
    Entry,
    ListedDocument,
    RestatedBundle,
    SkippedRecord,
    SourceAccess,
)
from apps.documents.sources.connectors.metadata_to_columns import DocumentFacts, clean_text, join_title_and_part
from apps.documents.sources.connectors.parse_fetched_json import read_json
from apps.text.numbers.parse_date import parse_date

LONGEST_ID, LONGEST_BUNDLE, LONGEST_TITLE = 500, 200, 1_000
Object = Mapping[str, object]
UNUSABLE = frozenset({"source_gone", "address_refused"})
FILES_OF_MEETING = ("invitation", "resultsProtocol", "verbatimProtocol")


@dataclass(frozen=True, slots=True)
class FileOwner:
    """The paper or meeting that files belong to."""

    item: Object
    title: str
    document_type: str
    number: str
    metadata: dict[str, str]

    @property
    def bundle(self) -> str:
        return object_bundle(self.item)


def entries_of_paper(paper: Object, body: Object, asking: SourceAccess, named: set[str]) -> Iterator[Entry]:
    """Its files; all else that it had before is gone. `named` gathers what this list has named: a file that several
    papers share is one document. Raises FetchError when a file's object cannot be asked for."""
    if not object_identity(paper):
        yield SkippedRecord("paper", _("it has no 'id'"))
        return
    if paper.get("deleted"):
        yield DeletedBundle(object_bundle(paper))
        return
    yield RestatedBundle(object_bundle(paper))
    kind, reference = clean_text(paper.get("paperType"), 100), clean_text(paper.get("reference"), 50)
    about = common_metadata(paper, body) | {"reference": reference, "paper_type": kind}
    owner = FileOwner(paper, clean_text(paper.get("name"), 700), kind, reference, drop_empty_values(about))
    yield from file_entries(owner, [paper.get("mainFile"), *as_list(paper.get("auxiliaryFile"))], asking, named)


def entries_of_meeting(meeting: Object, body: Object, asking: SourceAccess, named: set[str]) -> Iterator[Entry]:
    """Its agenda as a text, its files and those of its agenda."""
    if not object_identity(meeting):
        yield SkippedRecord("meeting", _("it has no 'id'"))
        return
    if meeting.get("deleted"):
        yield DeletedBundle(object_bundle(meeting))
        return
    yield RestatedBundle(object_bundle(meeting))
    items = [item for item in as_list(meeting.get("agendaItem")) if isinstance(item, dict) and not item.get("deleted")]
    owner = FileOwner(meeting, meeting_title(meeting), "Sitzung", "", drop_empty_values(common_metadata(meeting, body)))
    if items:
        yield build_agenda_document(owner, items)
    files = [meeting.get(name) for name in FILES_OF_MEETING] + as_list(meeting.get("auxiliaryFile"))
    for item in items:
        files += [item.get("resolutionFile"), *as_list(item.get("auxiliaryFile"))]
    yield from file_entries(owner, files, asking, named)


def file_entries(owner: FileOwner, files: list[object], asking: SourceAccess, named: set[str]) -> Iterator[Entry]:
    for each in files:
        file = resolve_object(each, asking)
        if isinstance(file, SkippedRecord):
            yield file
        elif file and not file.get("deleted") and (identity := object_identity(file)) not in named:
            named.add(identity)
            yield build_file_entry(owner, file, identity, asking.location)


def resolve_object(value: object, asking: SourceAccess) -> Object | SkippedRecord | None:
    """The object, also where only its address stands. One that is gone, or at no address that may be asked,
    does not stop the others. Raises FetchError."""
    if isinstance(value, dict):
        return value
    if not isinstance(value, str) or not value:
        return None
    try:
        reply = read_json(asking.get(join_url(asking.location, value)))
    except FetchError as error:
        if error.reason_code not in UNUSABLE:
            raise
        return SkippedRecord(object_identity({"id": value}), str(error))
    return reply if isinstance(reply, dict) else None


def build_file_entry(owner: FileOwner, file: Object, identity: str, location: str) -> Entry:
    try:
        address = str(parse_address(join_url(location, str(file.get("downloadUrl") or file.get("accessUrl") or ""))))
    except FetchError:
        return SkippedRecord(identity or "file", _("its address is none of the web"))
    if not identity or not (file.get("downloadUrl") or file.get("accessUrl")):
        return SkippedRecord(identity or "file", _("it has no 'id' or no 'downloadUrl'"))
    name = clean_text(file.get("fileName"), 200) or address.rpartition("/")[2][:200]
    is_main = file is owner.item.get("mainFile")
    title = owner.title if is_main else join_title_and_part(owner.title, clean_text(file.get("name"), 250) or name)
    return ListedDocument(
        identity,
        title=title[:LONGEST_TITLE],
        address=address,
        file_name=name,
        media_type=media_type
        if (media_type := clean_text(file.get("mimeType"), 100)) in MEDIA_TYPE_BY_SUFFIX.values()
        else "",
        url=web_page_address(owner.item) or web_page_address(file) or address,
        date=parse_date(str(owner.item.get("date") or file.get("date") or owner.item.get("start") or "")[:10]),
        metadata=owner.metadata | drop_empty_values({"file": clean_text(file.get("name"), 250)}),
        facts=DocumentFacts(document_type=owner.document_type, number=owner.number),
        bundle=owner.bundle,
        version=f"{file.get('modified', '')} {file.get('sha1Checksum', '')}",
    )


def build_agenda_document(owner: FileOwner, items: Sequence[Object]) -> ListedDocument:
    """A text in German, the language of OParl: it is what council information systems are written in."""
    meeting = owner.item
    start = clean_text(meeting.get("start"), 40)
    place = meeting.get("location")
    facts = {
        "Beginn": start.replace("T", " ")[:16],
        "Ort": clean_text(place.get("description") if isinstance(place, dict) else "", 500),
        "Hinweis": "Die Sitzung wurde abgesagt." if meeting.get("cancelled") else "",
    }
    html = "".join(f"<p>{name}: {escape(value)}</p>" for name, value in facts.items() if value)
    html += "<h2>Tagesordnung</h2>" + "".join(map(agenda_item_html, items))
    record = {"id": object_identity(meeting), "title": owner.title, "html": f"<h1>{escape(owner.title)}</h1>{html}"}
    data = json.dumps(record, ensure_ascii=False).encode()
    return ListedDocument(
        object_identity(meeting),
        title=owner.title[:LONGEST_TITLE],
        data=data,
        size=len(data),
        file_name="meeting.json",
        media_type=RECORD,
        url=web_page_address(meeting),
        date=parse_date(start[:10]),
        metadata=owner.metadata,
        facts=DocumentFacts(document_type=owner.document_type),
        bundle=owner.bundle,
    )


def agenda_item_html(item: Object) -> str:
    number, name = clean_text(item.get("number"), 50), clean_text(item.get("name"), 2_000)
    head = f"<h3>{escape(' '.join(filter(None, ('TOP', number, name))))}</h3>"
    result, resolution = clean_text(item.get("result"), 2_000), item.get("resolutionText")
    parts = [f"<p>Ergebnis: {escape(result)}</p>" if result else ""]
    if isinstance(resolution, str) and resolution.strip():
        parts.append(f"<p>Beschluss: {escape(resolution.strip())}</p>")
    return head + "".join(parts)


def meeting_title(meeting: Object) -> str:
    date = parse_date(str(meeting.get("start") or "")[:10])
    name = clean_text(meeting.get("name"), 700) or "Sitzung"
    return f"{name}, {date:%d.%m.%Y}" if date else name


def common_metadata(item: Object, body: Object) -> dict[str, str]:
    return {
        "body": clean_text(body.get("name"), 200),
        "license": clean_text(item.get("license") or body.get("license"), 300),
    }


def drop_empty_values(facts: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in facts.items() if value}


def as_list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def object_identity(item: Object) -> str:
    """Its address without the scheme, which servers change; a longer one by its checksum."""
    return shorten_by_checksum(
        clean_text(item.get("id"), 4_000).partition("://")[2] or clean_text(item.get("id"), 4_000), LONGEST_ID
    )


def object_bundle(item: Object) -> str:
    return shorten_by_checksum(object_identity(item), LONGEST_BUNDLE)


def shorten_by_checksum(text: str, longest: int) -> str:
    return text if len(text) <= longest else sha256(text.encode()).hexdigest()


def web_page_address(item: Object) -> str:
    """Returns the address at which people read it; empty without one."""
    for name in ("web", "accessUrl"):
        value = clean_text(item.get(name), 2_000)
        if value.startswith(("http://", "https://")):
            return value
    return ""
