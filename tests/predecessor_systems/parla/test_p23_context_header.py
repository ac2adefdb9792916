"""P23: the context names file, number, title and date of each source; the ids of the chunks it used are stored."""

import datetime

from asgiref.sync import async_to_sync

from apps.llm.call_ledger import Ledger
from apps.llm.prompts.delimit_quoted_text import parse_source_blocks
from apps.retrieval.search.assemble_context import build_context
from apps.retrieval.search.search import search
from tests import factories


def test_file_number_title_and_date_stand_in_the_frame_of_a_source(db: None) -> None:
    factories.document(
        ["Die Gebühr beträgt drei Euro."],
        title="Schriftliche Anfrage",
        external_id="S19-10048.pdf",
        number="19/10048",
        date=datetime.date(2021, 12, 3),
    )
    found = async_to_sync(search)("Wie hoch ist die Gebühr?", ledger=Ledger())
    frame = build_context(found.passages, budget_tokens=2_000).text
    header = frame.splitlines()[0]
    for said in ("S19-10048.pdf", "19/10048", "Schriftliche Anfrage", "3. Dezember 2021"):
        assert said in header
    [source] = parse_source_blocks(frame)
    assert (source.title, source.page, source.text) == ("Schriftliche Anfrage", 1, "Die Gebühr beträgt drei Euro.")
