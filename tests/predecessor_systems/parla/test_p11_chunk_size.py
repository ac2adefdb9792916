"""P11: how long a chunk may be is set for each collection, 1,000 tokens at first; none is longer, no text is lost."""

from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client

from apps.documents.lifecycle.import_documents import import_paths
from apps.documents.models import Chunk, Collection, Page
from apps.text.estimate_tokens import count_tokens
from tests import factories

pytestmark = pytest.mark.django_db
TEXT = "\n\n".join(f"Absatz {number}: Die Gebühr für den Hund {number} beträgt im Jahr Euro." for number in range(300))


def pieces_of(slug: str) -> list[str]:
    chunks = Chunk.objects.filter(kind="content", document__collection__slug=slug)
    return list(chunks.order_by("page_number", "position").values_list("text", flat=True))


@pytest.mark.parametrize("size", [200, 1_000, 1_500])
def test_no_chunk_is_longer_and_no_text_is_lost(size: int, tmp_path: Path) -> None:
    (tmp_path / "akte.txt").write_text(TEXT, encoding="utf-8")
    Collection.objects.create(slug="akten", name="Akten", chunk_tokens=size)
    import_paths([tmp_path / "akte.txt"], "akten")
    pieces = pieces_of("akten")
    assert "".join(pieces) == "".join(Page.objects.order_by("number").values_list("text", flat=True))
    assert max(map(count_tokens, pieces)) <= size
    assert max(map(count_tokens, pieces)) > size / 2, "cut no shorter than asked for"


def test_a_new_collection_has_1000() -> None:
    assert factories.collection("neu").chunk_tokens == 1_000


def test_two_collections_of_one_run_keep_their_sizes(tmp_path: Path) -> None:
    for slug, size in (("kurz", 200), ("lang", 1_500)):
        Collection.objects.create(slug=slug, name=slug, chunk_tokens=size)
        (tmp_path / f"{slug}.txt").write_text(f"{slug}\n\n{TEXT}", encoding="utf-8")
        import_paths([tmp_path / f"{slug}.txt"], slug)
    assert len(pieces_of("kurz")) > 4 * len(pieces_of("lang"))


def test_the_admin_refuses_a_size_that_no_model_reads(client: Client) -> None:
    client.force_login(User.objects.create_superuser("root"))
    amt = factories.collection("amt")
    form = {"slug": "amt", "name": "Amt", "language": "de", "readers": "public", "chunking": "tokens"}
    for size in ("20", "50000"):
        response = client.post(f"/admin/documents/collection/{amt.pk}/change/", {**form, "chunk_tokens": size})
        assert response.status_code == 200
    assert (
        client.post(f"/admin/documents/collection/{amt.pk}/change/", {**form, "chunk_tokens": "500"}).status_code == 302
    )
    amt.refresh_from_db()
    assert amt.chunk_tokens == 500
