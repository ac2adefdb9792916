from apps.llm.offline.graph_replies import joined_points_reply
from apps.llm.prompts.delimit_quoted_text import render_source_block

OPENING_HOURS = "10.00 bis 18.00 Uhr und samstags von\n\nDie Stadtbücherei ist im Kornhaus."


def test_an_overview_takes_whole_sentences_rather_than_parts_of_lines() -> None:
    sources = render_source_block(1, OPENING_HOURS, title="Bücherei", page=2)
    told = joined_points_reply(f"{sources}\n<notizen>\n18.00 Uhr samstags Stadtbücherei\n</notizen>")
    assert told.splitlines()[0] == "- Die Stadtbücherei ist im Kornhaus [1]."


def test_where_there_is_no_whole_sentence_a_line_will_do() -> None:
    told = joined_points_reply(
        render_source_block(1, "montags bis freitags von neun bis zwölf", title="Bücherei", page=2)
    )
    assert told.splitlines()[0] == "- montags bis freitags von neun bis zwölf [1]."


def test_documents_with_parts_of_lines_only_come_after_those_with_whole_sentences() -> None:
    line = render_source_block(1, "1.8 Familienbaum für bis zu acht Urnen, 40 Jahre 6.900,00", title="Gebühren", page=4)
    sentence = render_source_block(2, "Die Stadtbücherei ist im Kornhaus.", title="Bücherei", page=1)
    told = joined_points_reply(f"{line}\n{sentence}")
    assert told.index("Kornhaus") < told.index("Familienbaum")
