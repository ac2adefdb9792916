"""LibreOffice prints what people wrote, and does nothing else."""

import asyncio
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pymupdf
import pytest

from apps.documents.conversion import libreoffice
from apps.documents.conversion.libreoffice import installed_with, print_to_pdf
from apps.documents.conversion.process_limits import environment
from apps.documents.parsing.formats.office_types import DOCX, ODT, PPTX
from apps.documents.parsing.process_cleanup import session_members
from apps.documents.parsing.types import ParseFailure
from tests.documents.office_files import docx, odt

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
        monkeypatch.setattr("apps.documents.conversion.process_limits.may_be_apart", lambda: False)
    printed = " ".join(texts(odt(LINKS.format(port=port, file=secret.as_uri())), ODT))
    assert "Sichtbar." in printed
    assert "Simsalabim" not in printed
    assert heard == []


@needs_writer
def test_what_takes_too_long_is_ended_with_all_its_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[int] = []
    kill = libreoffice.kill_session

    def remember(leader: int) -> None:
        started.append(leader)
        assert session_members(leader)
        kill(leader)

    monkeypatch.setattr(libreoffice, "kill_session", remember)
    with pytest.raises(ParseFailure) as failure:
        asyncio.run(print_to_pdf(docx("Text"), DOCX, seconds=0.5))
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
    installed_with.cache_clear()
    try:
        with pytest.raises(ParseFailure) as failure:
            asyncio.run(print_to_pdf(b"", PPTX))
    finally:
        installed_with.cache_clear()
    assert failure.value.reason_code == "no_converter"
    assert failure.value.facts == {"package": "libreoffice-impress-nogui"}


def test_it_is_told_nothing_of_our_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SECRET_KEY", "geheim")
    assert "geheim" not in environment(tmp_path).values()
