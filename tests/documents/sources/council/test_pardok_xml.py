"""Exports of parliaments in their true format: identity, deletion, authors; what is not well-formed is refused."""

import datetime
import gzip
import io
from typing import Any

import pytest

from apps.documents.sources.connectors.connector import DeletedBundle, Entry, ListedDocument, SkippedRecord
from apps.documents.sources.connectors.source_item import SourceError
from apps.documents.sources.connectors.stream_xml_elements import stream_elements
from apps.documents.sources.council.pardok_xml import CONNECTOR, entries_of
from tests.documents.pardok_exports import PROLOG, deleted, export, paper, process

PDF = "https://pardok.example/S19-10063.pdf"


def read(data: bytes, **options: Any) -> list[Entry]:
    return list(entries_of(io.BytesIO(data), {**CONNECTOR.options, **options}))


def one(data: bytes, **options: Any) -> ListedDocument:
    [entry] = read(data, **options)
    assert isinstance(entry, ListedDocument)
    return entry


def test_an_order_to_delete_before_the_process_deletes_nothing() -> None:
    listed = one(export(process("V-1", paper(url=PDF))))
    assert (listed.external_id, listed.bundle, listed.address) == ("V-1-0001", "V-1", PDF)


def test_an_order_that_stays_alone_deletes_at_the_end() -> None:
    found = read(export(deleted("V-2"), process("V-1", paper(url=PDF))))
    assert [type(entry) for entry in found] == [ListedDocument, DeletedBundle]
    assert found[1] == DeletedBundle("V-2")


def test_an_order_behind_the_process_deletes_nothing_either() -> None:
    assert [type(entry) for entry in read(export(process("V-1", paper(url=PDF)), deleted("V-1")))] == [ListedDocument]


def test_the_id_of_the_database_counts_before_number_and_order() -> None:
    assert one(export(process("V-1", paper(url=PDF, DBID="D-77")))).external_id == "D-77"


def test_three_documents_in_one_file_stay_three() -> None:
    found = read(export(process("V-1", paper("0001", PDF), paper("0002", PDF), paper("0003", PDF))))
    assert {entry.external_id for entry in found if isinstance(entry, ListedDocument)} == {
        "V-1-0001",
        "V-1-0002",
        "V-1-0003",
    }


def test_written_inquiries_with_a_file_are_kept_and_others_when_asked_for() -> None:
    data = export(
        process("V-1", paper(url=PDF), paper("0002", PDF, DokTyp="VO", DokTypL="Verordnung")), process("V-2", paper())
    )
    assert len(read(data)) == 1
    assert len(read(data, document_types=["verordnung"])) == 1
    assert len(read(data, document_types=["*"])) == 2


def test_every_field_has_its_place() -> None:
    listed = one(export(process("V-1", paper(url=PDF, Desk=["Radweg", "Mitte"], Abstract="Kurz gesagt"))))
    assert listed.title == "Radwege in Mitte"
    assert listed.date == datetime.date(2021, 11, 25)
    assert (listed.facts.document_type, listed.facts.number, listed.facts.term) == (
        "Schriftliche Anfrage",
        "19/10063",
        19,
    )
    assert (listed.facts.authors, listed.facts.parties) == (("Meier, Eva (SPD)",), ("SPD",))
    assert listed.metadata["descriptors"] == ["Radweg", "Mitte", "Waffe"]
    assert listed.metadata["abstract"] == "Kurz gesagt"
    assert listed.file_name == "S19-10063.pdf"


def test_several_authors_keep_their_parties() -> None:
    facts = one(export(process("V-1", paper(url=PDF, Urheber=["Ott, Uwe (CDU)", "Freymark; Trapp (SPD)"])))).facts
    assert facts.authors == ("Ott, Uwe (CDU)", "Freymark (SPD)", "Trapp (SPD)")
    assert facts.parties == ("CDU", "SPD")


def test_a_dash_is_empty_and_a_missing_title_is_derived_and_says_so() -> None:
    listed = one(export(process("V-1", paper(url=PDF, Titel="-", Urheber="-"))))
    assert listed.title == "Schriftliche Anfrage 19/10063 vom 25.11.2021"
    assert listed.metadata["title_derived"] is True
    assert listed.facts.authors == ()


def test_other_parliaments_write_other_fields() -> None:
    data = b"""<?xml version="1.0" encoding="utf-8" ?><Export bundesland="Freistaat Sachsen"><Vorgang><VWp>6</VWp>
      <VNr>758</VNr><Dokument><DokWp>6</DokWp><DokNr>758</DokNr><ReihNr>1</ReihNr><DokTyp>KlAnfr</DokTyp>
      <DokDat>20.01.2015</DokDat><Titel>B&#252;rgermeister</Titel><Url>http://edas.example/viewer.aspx?a=1&#038;b=2</Url>
      <urheber istPerson="1"><name>Zais</name><vorname>Petra</vorname><fraktion>GR&#220;NE</fraktion></urheber>
      </Dokument></Vorgang></Export>"""
    listed = one(data)
    assert (listed.external_id, listed.title, listed.facts.term) == ("758-1", "Bürgermeister", 6)
    assert listed.facts.number == "6/758"
    assert listed.address == "http://edas.example/viewer.aspx?a=1&b=2"
    assert (listed.facts.authors, listed.facts.parties) == (("Zais, Petra (GRÜNE)",), ("GRÜNE",))


def test_a_packed_export_is_unpacked() -> None:
    assert one(gzip.compress(export(process("V-1", paper(url=PDF))))).external_id == "V-1-0001"


def test_a_process_without_a_number_is_named_and_skipped() -> None:
    found = read(export("<Vorgang><VTyp>Anfrage</VTyp></Vorgang>", process("V-1", paper(url=PDF))))
    assert [type(entry) for entry in found] == [SkippedRecord, ListedDocument]


@pytest.mark.parametrize("url", ["file:///etc/passwd", "javascript:alert(1)", "S19.pdf", "http://" + "a" * 3_000])
def test_what_is_no_web_address_is_skipped(url: str) -> None:
    assert isinstance(read(export(process("V-1", paper(url=url))))[0], SkippedRecord)


def test_a_change_of_any_word_changes_the_checksum() -> None:
    sums = {
        one(export(process("V-1", paper(url=PDF, **{tag: "19/2"})))).checksum for tag in ("Titel", "DokNr", "Abstract")
    }
    assert len(sums | {one(export(process("V-1", paper(url=PDF)))).checksum}) == 4


DOCUMENT = process("V-1", paper(url=PDF))
LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
USE = "<Export><Vorgang><VNr>&x;</VNr></Vorgang></Export>"
ATTACKS = {
    "an entity of a file": f'<!DOCTYPE Export [<!ENTITY x SYSTEM "file:///etc/passwd">]>{USE}',
    "an entity of the network": f'<!DOCTYPE Export [<!ENTITY x SYSTEM "http://127.0.0.1:1/">]>{USE}',
    "a parameter entity": '<!DOCTYPE Export [<!ENTITY % x SYSTEM "http://127.0.0.1:1/"> %x;]><Export/>',
    "a parameter entity of a file": '<!DOCTYPE Export [<!ENTITY % x SYSTEM "file:///etc/passwd"> %x;]><Export/>',
    "a public entity": '<!DOCTYPE Export [<!ENTITY x PUBLIC "a" "http://127.0.0.1:1/">]><Export>&x;</Export>',
    "an entity that is not used": '<!DOCTYPE Export [<!ENTITY x "y">]><Export/>',
    "a billion laughs": f'<!DOCTYPE Export [<!ENTITY l0 "ha">{LAUGHS}]>{USE.replace("x", "l9")}',
    "laughs in an attribute": f'<!DOCTYPE Export [<!ENTITY l0 "ha">{LAUGHS}]><Export a="&l9;"/>',
    "an entity that names itself": '<!DOCTYPE Export [<!ENTITY x "&x;">]><Export>&x;</Export>',
    "quadratic growth": f'<!DOCTYPE Export [<!ENTITY x "{"a" * 50_000}">]><Export>{"&x;" * 50_000}</Export>',
    "an entity beside the outer description": PROLOG.replace('.dtd">', '.dtd" [<!ENTITY x "y">]>') + USE,
    "no export": "<html><body>Wartungsarbeiten</body></html>",
    "no XML": "Wartungsarbeiten",
    "nothing": "",
    "an export that ends in the middle": export(DOCUMENT, DOCUMENT).decode()[:-40],
    "an export without its last element": export(DOCUMENT).decode().replace("</Export>", ""),
    "two exports": export(DOCUMENT).decode() + "<Export/>",
    "a broken element": export(DOCUMENT).decode().replace("</VNr>", "</VNR>"),
    "a control character": export(DOCUMENT).decode().replace("Radwege", "Rad\x01wege"),
    "deep nesting": "<Export>" + "<a>" * 100_000,
}  # fmt: skip


@pytest.mark.parametrize("attack", ATTACKS)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_what_is_no_proper_export_is_refused_with_a_sentence(attack: str, encoding: str) -> None:
    text = ATTACKS[attack]
    data = text.encode(encoding)
    if encoding != "utf-8":
        data = text.replace('encoding="utf-8"', 'encoding="utf-16"').encode("utf-16")
    with pytest.raises(SourceError, match=r"\w+ \w+ .*[.]"):
        read(data)


@pytest.mark.parametrize("cut", [gzip.compress(export(DOCUMENT))[:-12], b"\x1f\x8b" + b"x" * 40])
def test_a_cut_packet_is_refused(cut: bytes) -> None:
    with pytest.raises(SourceError):
        read(cut)


def test_the_description_in_the_first_line_is_never_fetched() -> None:
    local = PROLOG.replace("http://www.parlamentsspiegel.de/dtd/export1.dtd", "file:///nowhere/export1.dtd")
    assert len(read((local + f"<Export>{DOCUMENT}</Export>").encode())) == 1


def test_undeclared_names_are_read_as_html_does() -> None:
    data = export(process("V-1", paper(url=PDF))).replace(b"Radwege", b"Radw&auml;ge &amp; mehr")
    assert one(data).title == "Radwäge & mehr in Mitte"


def test_a_bomb_is_stopped_by_its_unpacked_size() -> None:
    packed = gzip.compress(b"<Export>" + b" " * 40_000_000 + b"</Export>")
    with pytest.raises(SourceError, match="9 MiB"):
        list(stream_elements(io.BytesIO(packed), "Export", "Vorgang", largest=10_000_000, largest_element=40_000_000))
    with pytest.raises(SourceError, match="3 MiB"):
        list(stream_elements(io.BytesIO(packed), "Export", "Vorgang", largest_element=4_000_000))


def test_memory_does_not_grow_with_the_export() -> None:
    import tracemalloc

    def peak(count: int) -> int:
        data = io.BytesIO(export(*(process(f"V-{number}", paper(url=PDF)) for number in range(count))))
        tracemalloc.start()
        assert sum(1 for _ in entries_of(data, CONNECTOR.options)) == count
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    assert peak(1_000) - peak(100) < 750_000
