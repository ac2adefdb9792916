"""E08: two neighbours on each side, of the same page, no text twice."""

from tests.predecessor_systems.egocms.conftest import TEXT, Ask


def test_neighbours_come_from_where_a_page_was_cut_before(ask: Ask) -> None:
    place = TEXT.index("Der Seilbahnhof")
    assert place > 5_900, "It should stand where pages of 6,000 characters meet."
    hits = [passage for passage in ask("Wann wird der Seilbahnhof am Nordhang abgerissen?") if passage.page]
    [hit] = [passage for passage in hits if "Seilbahnhof" in passage.text]
    begin = TEXT.index(hit.text)
    assert begin <= place - 2 * 512
    assert begin + len(hit.text) >= place + 2 * 512
    assert hit.page == 1
