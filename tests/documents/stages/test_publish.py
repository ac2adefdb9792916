from pathlib import Path

import pytest
from asgiref.sync import async_to_sync

from apps.database import read_from_standby
from apps.database.settings_cache import load_settings_stamp
from apps.documents.keywords.build_posting_rows import language_marker, select_posting_rows
from apps.documents.stages import publish
from apps.documents.stages.publish import PublishInput
from tests.documents import pipeline_harness
from tests.documents.pipeline_harness import registered, resources, run_engine


@pytest.mark.django_db
def test_texts_of_several_languages_are_indexed_together_each_by_its_own() -> None:
    given = [
        PublishInput(1, "en", {1: "Cities"}),
        PublishInput(1, "fr", {2: "Les chevaux"}),
        PublishInput(1, "en", {3: "City"}),
    ]
    made = async_to_sync(publish.compute)(given, pipeline_harness.resources())
    terms = [set(select_posting_rows(each.rows, each.chunks)["term"].tolist()) for each in made]
    assert terms[0] == terms[2] != terms[1]
    assert [language_marker("en") in each for each in terms] == [True, False, True]
    assert [language_marker("fr") in each for each in terms] == [False, True, False]


@pytest.mark.django_db(transaction=True)
def test_standbys_with_a_replaced_text_are_not_asked_until_they_have_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is new needs no such care: the number, which makes every process read its settings anew, stays."""
    monkeypatch.setattr(read_from_standby, "standby_aliases", lambda: ["replica0"])
    monkeypatch.setattr(read_from_standby, "primary_position", lambda: None)
    has_drawn = []
    for text in ("Die Gebühr ist 45 Euro. Name: Anna.", "Die Gebühr ist 45 Euro."):
        (tmp_path / "a.txt").write_text(text, encoding="utf-8")
        registered(tmp_path)
        before = load_settings_stamp()
        run_engine(resources())
        has_drawn.append(load_settings_stamp() != before)
    assert has_drawn == [False, True]
