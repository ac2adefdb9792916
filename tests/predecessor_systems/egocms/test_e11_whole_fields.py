"""E11: questions of one or two words get the whole fields in which the words stand."""

from tests.predecessor_systems.egocms.conftest import DESCRIPTION, TEXT, Ask


def test_a_long_page_and_a_long_description_are_given_whole(ask: Ask) -> None:
    assert [(passage.kind, passage.text) for passage in ask("Seilbahnhof")] == [("content", TEXT)]
    assert [(passage.kind, passage.text) for passage in ask("Zahnradbahn")] == [("description", DESCRIPTION)]
