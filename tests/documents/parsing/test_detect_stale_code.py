"""Code that is exchanged under a running service."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from apps.documents.parsing import detect_stale_code
from apps.documents.parsing.detect_stale_code import StaleParserCode
from apps.documents.sandbox import fork_server_launcher
from apps.documents.sandbox.parser_pool import ParserPool
from tests.documents.parsing.sample_pdfs import letter

PAGE = b"<html><body><p>Ein Satz, der lang genug ist, dass ihn niemand verwirft.</p></body></html>"


@pytest.fixture
def pool() -> Iterator[ParserPool]:
    pool = ParserPool(size=1)
    yield pool
    pool.close()


async def test_no_host_is_started_from_newer_code(pool: ParserPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(detect_stale_code, "LOADED_CHECKSUM", "what the disk held before")
    with pytest.raises(StaleParserCode, match="Start the service again"):
        await pool.parse(letter(), name="a.pdf")
    assert pool.launcher.server is None


async def test_a_host_does_not_mix_newer_code_with_its_own(
    pool: ParserPool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, project_folder: Path
) -> None:
    shutil.copytree(project_folder / "apps", tmp_path / "apps", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(fork_server_launcher, "PROJECT", tmp_path)
    await pool.parse(PAGE, name="a.html")
    older = pool.launcher.server
    assert older is not None
    with (tmp_path / "apps/documents/parsing/pdf/read_pdf.py").open("a") as newer:
        newer.write("# newer\n")
    # Only this process would notice that it is older, too: here it is not, and a host of the newer code goes on.
    assert (await pool.parse(letter(), name="a.pdf")).pages
    older.process.wait(timeout=10)
    assert pool.launcher.server is not older
