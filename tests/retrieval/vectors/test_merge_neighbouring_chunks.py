from dataclasses import replace

from apps.retrieval.query.types import Passage
from apps.retrieval.vectors.merge_neighbouring_chunks import ChunkSpan, merge_neighbours

TEXT = "abcdefghijklmnopqrstuvwxyz"
PASSAGE = Passage(0, 1, "page", "Page", "", None, 1, "content", "", 0.5, 0.5, 10)


def part(start: int, end: int, *, score: float = 0.5, is_hit: bool = True, **values: int) -> ChunkSpan:
    passage = replace(PASSAGE, chunk_id=start, text=TEXT[start:end], score=score, document_score=score, **values)
    return ChunkSpan(passage, start, is_hit)


def test_a_hit_and_its_neighbours_become_one_text() -> None:
    [passage] = merge_neighbours([part(4, 8), part(0, 4, is_hit=False), part(8, 12, is_hit=False)])
    assert (passage.text, passage.chunk_id, passage.tokens) == (TEXT[:12], 4, 30)


def test_what_stands_in_two_windows_is_taken_once() -> None:
    [passage] = merge_neighbours([part(0, 6, is_hit=False), part(4, 10), part(8, 14, is_hit=False)])
    assert passage.text == TEXT[:14]


def test_two_hits_that_share_a_neighbour_become_one_passage_with_the_better_score() -> None:
    parts = [part(0, 4, score=0.6), part(4, 8, is_hit=False), part(4, 8, is_hit=False), part(8, 12, score=0.9)]
    [passage] = merge_neighbours(parts)
    assert (passage.text, passage.score, passage.chunk_id) == (TEXT[:12], 0.9, 8)


def test_a_chunk_that_is_hit_and_neighbour_counts_as_hit() -> None:
    [passage] = merge_neighbours([part(0, 4, score=0.9), part(4, 8, score=0.4, is_hit=False), part(4, 8, score=0.5)])
    assert passage.text == TEXT[:8]


def test_hits_far_apart_stay_apart_and_the_better_one_comes_first() -> None:
    passages = merge_neighbours([part(0, 4, score=0.6), part(10, 14, score=0.8)])
    assert [passage.text for passage in passages] == [TEXT[10:14], TEXT[:4]]


def test_pages_and_documents_are_never_joined() -> None:
    assert len(merge_neighbours([part(0, 4), part(4, 8, page=2)])) == 2
    assert len(merge_neighbours([part(0, 4), part(4, 8, document_id=2)])) == 2


def test_a_window_inside_another_adds_nothing() -> None:
    [passage] = merge_neighbours([part(0, 10), part(2, 5)])
    assert passage.text == TEXT[:10]
