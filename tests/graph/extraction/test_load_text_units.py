"""Pages become pieces that a model reads one by one."""

from apps.graph.extraction.load_text_units import split_long_pages
from apps.text.split_into_chunks import split_page

SENTENCE = "Das Tiefbauamt prüft die Nordbrücke in jedem Jahr. "


def test_a_long_page_is_cut_into_pieces_that_overlap_and_one_that_is_hardly_longer_stays_whole() -> None:
    short, slightly_longer, long = SENTENCE, SENTENCE * 8, SENTENCE * 40
    assert len(split_page(slightly_longer, 100)) == 2
    found = split_long_pages([short, slightly_longer, "", long, short], 100, 20)
    assert [len(parts) for parts in found[:3]] == [1, 1, 0]
    assert found[3] == split_page(long, 100, overlap=20)
    assert found[3][1].start < found[3][0].end
    assert found[4] == found[0]
