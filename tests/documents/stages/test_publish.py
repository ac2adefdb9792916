import pytest
from asgiref.sync import async_to_sync

from apps.documents.keywords.postings import marker, rows_for
from apps.documents.stages import publish
from apps.documents.stages.publish import PublishInput
from tests.documents import pipeline_harness


@pytest.mark.django_db
def test_texts_of_several_languages_are_indexed_together_each_by_its_own() -> None:
    given = [
        PublishInput(1, "en", {1: "Cities"}),
        PublishInput(1, "fr", {2: "Les chevaux"}),
        PublishInput(1, "en", {3: "City"}),
    ]
    made = async_to_sync(publish.compute)(given, pipeline_harness.resources())
    terms = [set(rows_for(each.rows, each.chunks)["term"].tolist()) for each in made]
    assert terms[0] == terms[2] != terms[1]
    assert [marker("en") in each for each in terms] == [True, False, True]
    assert [marker("fr") in each for each in terms] == [False, True, False]
