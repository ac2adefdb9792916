"""E02: cores of 512 with 20 % on both sides, through the whole text of a page or field."""

import pytest

from apps.documents.models import Chunk, ChunkKind
from tests.predecessor_systems.egocms.conftest import DESCRIPTION, TEXT


def assert_windows(kind: str, text: str) -> None:
    chunks = list(Chunk.objects.filter(kind=kind).order_by("page_number", "position"))
    assert len(chunks) == -(-len(text) // 512)
    for number, chunk in enumerate(chunks):
        begin, end = max(0, 512 * number - 102), min(len(text), 512 * (number + 1) + 102)
        assert chunk.text == text[begin:end]


@pytest.mark.usefixtures("website")
def test_windows_run_through_a_whole_page_of_a_website() -> None:
    assert len(TEXT) > 2 * 6_000
    assert_windows(ChunkKind.CONTENT, TEXT)


@pytest.mark.usefixtures("website")
def test_a_long_description_is_cut_into_windows() -> None:
    assert_windows(ChunkKind.DESCRIPTION, DESCRIPTION)
