from pathlib import Path

import pytest

from apps.documents.chunking.sliding_windows import sliding_windows
from apps.documents.lifecycle.import_documents import import_paths
from apps.documents.model_calls.load_models_and_prompts_for_stages import CHUNK_TOKENS
from apps.documents.models import Chunk, ChunkKind, Collection, Page
from apps.documents.stages import split
from apps.documents.stages.split import SplitInput
from apps.documents.step_scheduling.stage_interface import Job
from apps.text.estimate_tokens import count_tokens
from tests import factories
from tests.documents import pipeline_harness

LONG = "\n\n".join(
    f"Absatz {number}: Die Gebühr für Hund {number} beträgt {number} Euro im Jahr." for number in range(200)
)


@pytest.mark.django_db
def test_chunks_lie_within_one_page_and_lose_nothing() -> None:
    pieces = pipeline_harness.computed(
        split.STAGE, SplitInput([(7, 1, LONG), (8, 2, "Kurz."), (9, 3, "")], {}), pipeline_harness.resources()
    )
    of_first = [piece for page, _, piece in pieces.content if page == 7]
    assert len(of_first) > 1
    assert "".join(piece.text for piece in of_first) == LONG
    assert all(count_tokens(piece.text) <= CHUNK_TOKENS for piece in of_first)
    assert [piece.text for page, _, piece in pieces.content if page == 8] == ["Kurz."]
    assert [page for page, _, _ in pieces.content if page == 9] == []


@pytest.mark.django_db
def test_running_again_leaves_one_set_of_chunks_and_keeps_the_summary() -> None:
    document = factories.document([LONG, "Zweite Seite."], summary="Eine Zusammenfassung.", embed=False)
    revision = document.revisions.get()
    job = Job(1, revision.pk, document.pk, document.collection_id, "split", 2, 0, 0)
    pages = SplitInput([(page.pk, page.number, page.text) for page in revision.pages.all()], {"title": "Titel"})
    pieces = pipeline_harness.computed(split.STAGE, pages, pipeline_harness.resources())
    for _ in range(2):
        split.store([(job, pieces)])
    content = Chunk.objects.filter(kind=ChunkKind.CONTENT)
    assert list(content.filter(page_number=1).order_by("position").values_list("position", flat=True)) == list(
        range(content.filter(page_number=1).count())
    )
    assert "".join(content.filter(page_number=1).order_by("position").values_list("text", flat=True)) == LONG
    assert Chunk.objects.get(kind=ChunkKind.TITLE).text == "Titel"
    assert Chunk.objects.get(kind=ChunkKind.SUMMARY).text == "Eine Zusammenfassung."


@pytest.mark.django_db
@pytest.mark.parametrize("chunking", ["characters", "bytes"])
def test_a_collection_may_have_its_pages_cut_into_windows(chunking: str, tmp_path: Path) -> None:
    text = "Die Gebühr beträgt drei Euro, für Kinder die Hälfte. " * 40
    (tmp_path / "page.txt").write_text(text, encoding="utf-8")
    Collection.objects.create(slug="site", name="Site", chunking=chunking)
    assert import_paths([tmp_path / "page.txt"], "site").as_json()["ready"] == 1
    page = Page.objects.get()
    chunks = list(Chunk.objects.filter(kind="content").order_by("position"))
    assert [(chunk.start, chunk.text) for chunk in chunks] == [
        (window.start, page.text[window.start : window.end])
        for window in sliding_windows(page.text, chunking)  # type: ignore[arg-type]
    ]
    assert len(chunks) > 3
    assert [chunk.position for chunk in chunks] == list(range(len(chunks)))
    assert "".join(page.text[window.core_start : window.core_end] for window in sliding_windows(page.text)) == page.text


@pytest.mark.django_db
def test_what_runs_through_a_document_is_in_no_chunk_and_counts_for_the_place() -> None:
    document = factories.document(["Kopf\n\nDie Gebühr beträgt 3 Euro.\n\nSeite 1"], embed=False)
    page = Page.objects.get()
    Page.objects.update(body_start=6, body_end=33)
    revision = document.revisions.get()
    given = split.stored_pages({revision.pk: split.ChunkForm()})[revision.pk]
    pieces = pipeline_harness.computed(split.STAGE, given, pipeline_harness.resources())
    assert [(piece.start, piece.text) for *_, piece in pieces.content] == [(6, "Die Gebühr beträgt 3 Euro.\n")]
    assert page.text[6:].startswith(pieces.content[0][2].text)
