"""A collection's form decides how a text is cut: what the splitter made next, or windows of the text itself."""

import pytest

from apps.documents.chunking.chunking_strategy import ChunkForm, split_text
from apps.documents.models import Chunking
from apps.text.split_into_chunks import TextPiece

TEXT = "Die Gebühr beträgt drei Euro. " * 40


def test_by_tokens_each_text_takes_the_next_pieces_of_the_splitter() -> None:
    made = [[TextPiece("eins", 0, 4, 1)], [TextPiece("zwei", 0, 4, 1)]]
    split = iter(made)
    assert [split_text(ChunkForm(), text, split) for text in ("eins", "zwei")] == made


@pytest.mark.parametrize("chunking", [Chunking.CHARACTERS, Chunking.BYTES])
def test_windows_need_no_splitter_and_stand_where_they_say(chunking: str) -> None:
    pieces = split_text(ChunkForm(chunking), TEXT, iter([]))
    assert len(pieces) > 1
    assert all(piece.text == TEXT[piece.start : piece.end] and piece.tokens for piece in pieces)
