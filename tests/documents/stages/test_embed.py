"""Every chunk gets its vector; what the model has seen before is not asked for again."""

from collections.abc import Sequence

import pytest

from apps.documents.models import Embedding
from apps.documents.stages import embed
from apps.documents.step_scheduling.stage_interface import Job, WorkItem
from apps.llm.offline import OfflineEmbedder
from tests import factories
from tests.documents import pipeline_harness


class RememberingEmbedder(OfflineEmbedder):
    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.texts += texts
        return await super().embed(texts)


def job_for(revision: object) -> Job:
    return Job(1, revision.pk, revision.document_id, revision.document.collection_id, "embed", 2, 0, 0)  # type: ignore[attr-defined]


def run(revision: object, embedder: RememberingEmbedder) -> None:
    with_tools = pipeline_harness.resources(embedder=embedder)
    job = job_for(revision)
    pieces = embed.load([WorkItem(job)], with_tools)[job.revision_id]
    embed.store([(job, pipeline_harness.computed(embed.STAGE, pieces, with_tools))])


@pytest.mark.django_db
def test_the_same_text_keeps_its_vector_and_only_the_new_page_is_embedded() -> None:
    document = factories.document(["Seite eins.", "Seite zwei."], embed=False)
    first = RememberingEmbedder()
    run(document.revisions.get(), first)
    assert sorted(first.texts) == ["Seite eins.", "Seite zwei."]

    changed = factories.add_revision(document, ["Seite eins.", "Seite zwei, neu."], embed=False, switch=False)
    second = RememberingEmbedder()
    run(changed, second)
    assert second.texts == ["Seite zwei, neu."]
    vectors = dict(Embedding.objects.filter(chunk__text="Seite eins.").values_list("chunk__revision", "vector"))
    assert len(vectors) == 2
    assert len({tuple(vector) for vector in vectors.values()}) == 1


@pytest.mark.django_db
def test_running_again_leaves_one_vector_for_each_chunk() -> None:
    document = factories.document(["Seite eins.", "Seite eins.", "Seite zwei."], summary="Kurz.", embed=False)
    embedder = RememberingEmbedder()
    for _ in range(2):
        run(document.revisions.get(), embedder)
    assert Embedding.objects.count() == 4
    assert sorted(embedder.texts) == ["Kurz.", "Seite eins.", "Seite zwei."]
    assert set(Embedding.objects.values_list("kind", flat=True)) == {"content", "summary"}
    assert set(Embedding.objects.values_list("collection", "document")) == {(document.collection_id, document.pk)}


@pytest.mark.django_db
def test_vectors_arrive_as_they_were_made() -> None:
    document = factories.document(["Die Gebühr beträgt drei Euro."], embed=False)
    run(document.revisions.get(), RememberingEmbedder())
    factories.document(["Die Gebühr beträgt drei Euro."])
    copied, written = (row.vector for row in Embedding.objects.order_by("pk"))
    assert copied == pytest.approx(written, abs=1e-3)
    assert sum(number * number for number in copied) == pytest.approx(1.0, abs=0.01)
