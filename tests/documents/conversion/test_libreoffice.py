"""LibreOffice prints what people wrote, and does nothing else."""

import asyncio
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pymupdf
import pytest

from apps.documents.conversion import libreoffice
from apps.documents.conversion.libreoffice import find_program_with_library, print_to_pdf
from apps.documents.conversion.process_limits import restricted_environment
from apps.documents.parsing.collection_reading_options import TrackedChanges
from apps.documents.parsing.end_orphaned_child_processes import session_members
from apps.documents.parsing.formats.office_and_picture_media_types import DOCX, ODT, PPTX, RTF
from apps.documents.parsing.prepare_for_conversion.printable_copy import printable_copy
from apps.documents.parsing.types import ParseFailure
from tests.documents.office_files import docx, odt, packed

needs_writer = pytest.mark.skipif(
    shutil.which("soffice") is None, reason="LibreOffice is not installed (package libreoffice-writer-nogui)"
)


def texts(data: bytes, kind: str) -> list[str]:
    with pymupdf.open(stream=asyncio.run(print_to_pdf(data, kind)), filetype="pdf") as pdf:
        return [page.get_text() for page in pdf]


@needs_writer
def test_a_page_break_makes_a_page() -> None:
    first, second = texts(docx("Die Gebühr beträgt 12 Euro.", "Der Antrag ist schriftlich zu stellen."), DOCX)
    assert "Die Gebühr beträgt 12 Euro." in first
    assert "Der Antrag ist schriftlich zu stellen." in second


@pytest.fixture
def canary() -> Iterator[tuple[int, list[bytes]]]:
    """A port that listens, and what it was asked."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        heard: list[bytes] = []

        def listen() -> None:
            while True:
                try:
                    connection, _ = server.accept()
                except OSError:
                    return
                heard.append(connection.recv(200))
                connection.close()

        threading.Thread(target=listen, daemon=True).start()
        yield server.getsockname()[1], heard
        server.shutdown(socket.SHUT_RDWR)


LINKS = (
    '<text:p>Sichtbar.<draw:frame svg:width="5cm" svg:height="5cm" text:anchor-type="as-char"><draw:image '
    'xlink:href="http://127.0.0.1:{port}/bild.png" xlink:type="simple" xlink:actuate="onLoad"/></draw:frame></text:p>'
    '<text:section text:name="a"><text:section-source xlink:href="{file}" xlink:type="simple"/>'
    "<text:p>Platz</text:p></text:section>"
    '<text:section text:name="b"><text:section-source xlink:href="http://127.0.0.1:{port}/text.odt"/>'
    "<text:p>Platz</text:p></text:section>"
)


@needs_writer
@pytest.mark.parametrize("apart", [True, False], ids=["without network", "by its settings alone"])
def test_links_are_not_followed(
    apart: bool, canary: tuple[int, list[bytes]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port, heard = canary
    secret = tmp_path / "geheim.txt"
    secret.write_text("Kennwort Simsalabim")
    if not apart:
        monkeypatch.setattr("apps.documents.conversion.process_limits.may_use_namespaces", lambda: False)
    printed = " ".join(texts(odt(LINKS.format(port=port, file=secret.as_uri())), ODT))
    assert "Sichtbar." in printed
    assert "Simsalabim" not in printed
    assert heard == []


RELATION = (
    '<Relationship Id="{name}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}" '
    'Target="http://127.0.0.1:{port}/{name}" TargetMode="External"/></Relationships>'
)
PICTURE = (
    '<w:p><w:r><w:pict xmlns:v="urn:schemas-microsoft-com:vml" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">'
    '<v:shape style="width:50pt;height:50pt"><v:imagedata r:link="bild"/></v:shape></w:pict></w:r></w:p><w:sectPr'
)


def with_parts(data: bytes, *changed: tuple[str, str, str]) -> bytes:
    """(part, what stands there, what is to stand there); a part that is missing begins with it."""
    with ZipFile(BytesIO(data)) as archive:
        parts = {name: archive.read(name).decode("latin-1") for name in archive.namelist()}
    for name, before, after in changed:
        assert before in parts.setdefault(name, before)
        parts[name] = parts[name].replace(before, after, 1)
    return packed({name: part.encode("latin-1") for name, part in parts.items()})


@needs_writer
def test_template_picture_and_entity_of_a_word_file_are_not_fetched(
    canary: tuple[int, list[bytes]], monkeypatch: pytest.MonkeyPatch
) -> None:
    port, heard = canary
    monkeypatch.setattr("apps.documents.conversion.process_limits.may_use_namespaces", lambda: False)
    entity = f'<!DOCTYPE x [<!ENTITY far SYSTEM "http://127.0.0.1:{port}/far">]><w:document'
    empty = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'
    template = RELATION.format(name="v", kind="attachedTemplate", port=port)
    file = with_parts(
        docx("Sichtbar FAR."),
        ("word/document.xml", "<w:document", entity),
        ("word/document.xml", "FAR", "&far;"),
        ("word/document.xml", "<w:sectPr", PICTURE),
        ("word/_rels/document.xml.rels", "</Relationships>", RELATION.format(name="bild", kind="image", port=port)),
        ("word/_rels/settings.xml.rels", empty, empty),
        ("word/_rels/settings.xml.rels", "</Relationships>", template),
        ("word/settings.xml", "<w:defaultTabStop", '<w:attachedTemplate r:id="v"/><w:defaultTabStop'),
    )  # fmt: skip
    printed = " ".join(texts(printable_copy(file, DOCX, TrackedChanges.SHOWN), DOCX))
    assert "Sichtbar &far;." in printed
    assert heard == []


MACRO = (
    '<script:module xmlns:script="http://openoffice.org/2000/script" script:name="M" script:language="StarBasic">'
    "Sub Los\n  Open &quot;{file}&quot; For Output As #1\n  Print #1, &quot;da&quot;\n  Close #1\nEnd Sub"
    "</script:module>"
)
LISTED = (
    '<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" '
    'library:readonly="false" library:passwordprotected="false"><library:element library:name="M"/></library:library>'
)
LIBRARIES = (
    '<library:libraries xmlns:library="http://openoffice.org/2000/library" xmlns:xlink="http://www.w3.org/1999/xlink">'
    '<library:library library:name="Standard" library:link="false"/></library:libraries>'
)
ON_OPENING = (
    "<office:scripts><office:event-listeners><script:event-listener "
    'xmlns:script="urn:oasis:names:tc:opendocument:xmlns:script:1.0" xmlns:dom="http://www.w3.org/2001/xml-events" '
    'script:language="ooo:script" script:event-name="dom:load" '
    'xlink:href="vnd.sun.star.script:Standard.M.Los?language=Basic&amp;location=document" xlink:type="simple"/>'
    "</office:event-listeners></office:scripts><office:body>"
)
BASIC = ("Basic/script-lc.xml", "Basic/Standard/script-lb.xml", "Basic/Standard/M.xml")
IN_MANIFEST = "".join(
    f'<manifest:file-entry manifest:full-path="{name}" manifest:media-type="text/xml"/>' for name in BASIC
)


@needs_writer
def test_a_macro_that_waits_for_the_opening_does_not_run(tmp_path: Path) -> None:
    told = tmp_path / "lief.txt"
    file = with_parts(
        odt("<text:p>Sichtbar.</text:p>"),
        ("content.xml", "<office:body>", ON_OPENING),
        ("META-INF/manifest.xml", "</manifest:manifest>", f"{IN_MANIFEST}</manifest:manifest>"),
        *((name, part, part) for name, part in zip(BASIC, (LIBRARIES, LISTED, MACRO.format(file=told)), strict=True)),
    )
    assert "Sichtbar." in texts(file, ODT)[0]
    assert not told.exists()


@needs_writer
def test_what_takes_too_long_is_ended_with_all_its_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[int] = []
    kill = libreoffice.kill_session

    def remember(leader: int) -> None:
        started.append(leader)
        assert session_members(leader)
        kill(leader)

    monkeypatch.setattr(libreoffice, "kill_session", remember)
    monkeypatch.setattr(libreoffice, "SECONDS", 0.5)
    with pytest.raises(ParseFailure) as failure:
        asyncio.run(print_to_pdf(docx("Text"), DOCX))
    assert failure.value.reason_code == "time_limit"
    # The kernel ends a namespace some moments after its first process.
    deadline = time.monotonic() + 30
    while session_members(started[0]) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert session_members(started[0]) == []


@needs_writer
def test_what_it_cannot_open_is_damaged() -> None:
    with pytest.raises(ParseFailure) as failure:
        asyncio.run(print_to_pdf(docx("Text")[:5_000], DOCX))
    assert failure.value.reason_code == "damaged"


def test_without_it_the_package_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    find_program_with_library.cache_clear()
    try:
        with pytest.raises(ParseFailure) as failure:
            asyncio.run(print_to_pdf(b"", PPTX))
    finally:
        find_program_with_library.cache_clear()
    assert failure.value.reason_code == "no_converter"
    assert failure.value.facts == {"package": "libreoffice-impress-nogui"}


def test_it_is_told_nothing_of_our_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SECRET_KEY", "geheim")
    assert "geheim" not in restricted_environment(tmp_path).values()


GROUPS = 50_000
NESTED = rf"{{\rtf1\ansi {'{' * GROUPS}Tief unten."


@needs_writer
def test_groups_of_rtf_nested_by_the_ten_thousand_are_read() -> None:
    began = time.monotonic()
    assert "Tief unten." in "".join(texts((NESTED + "}" * (GROUPS + 1)).encode(), RTF))
    assert time.monotonic() - began < 30


@needs_writer
def test_groups_of_rtf_that_nobody_closed_are_damage() -> None:
    with pytest.raises(ParseFailure) as failure:
        texts(NESTED.encode(), RTF)
    assert failure.value.reason_code == "damaged"
