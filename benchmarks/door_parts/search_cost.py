"""What rights cost a search: 100,000 pages of invented words, a tenth of them with readers of their own.

Each question is searched in turn by a superuser (no condition on rights), by the public and by a member of three of
twenty groups; the ratio is that of the times of all questions together, so that a busy machine slows all alike.
"""

import random
from collections.abc import Iterator
from typing import Any

ASKED, ROUNDS, GROUPS, BATCH = 40, 3, 20, 2_000
ALGORITHMS = ("keyword", "chunks-only", "hybrid")


def measure_search_cost(pages: int, seed: int) -> dict[str, Any]:
    chance = random.Random(seed)  # noqa: S311 - invented pages
    words = [f"{chance.choice('bdfgklmnprst')}{chance.choice('aeiou')}{number:x}wort" for number in range(20_000)]
    texts = [" ".join(drawn(words, chance)) for _ in range(pages)]
    store(texts, chance)
    asked = [" ".join(chance.choice(texts).split()[:6]) for _ in range(ASKED)]
    figures = {algorithm: compared(algorithm, asked) for algorithm in ALGORITHMS}
    return {"pages": pages, **figures, "largest_ratio": max(one["ratio"] for one in figures.values())}


def drawn(words: list[str], chance: random.Random) -> list[str]:
    """Few words are frequent and most are rare, as in any text."""
    return [words[int(len(words) * chance.random() ** 3)] for _ in range(60)]


def store(texts: list[str], chance: random.Random) -> None:
    """One document of one page for each text, with its place in the index of words and its vector."""
    from django.contrib.auth.models import Group

    from apps.database.table_statistics import analyse
    from apps.documents.keywords import index as keyword_index
    from apps.documents.vectors import hnsw_index
    from apps.llm.model_registry import embedding_model_row
    from tests import factories

    collection, model = factories.collection("stadt"), embedding_model_row()
    groups = [Group.objects.create(name=f"gruppe-{number}").pk for number in range(GROUPS)]
    for first in range(0, len(texts), BATCH):
        store_batch(texts[first : first + BATCH], first, collection, model, groups, chance)
        while keyword_index.fill(BATCH):
            pass
    hnsw_index.ensure_index(model.pk)
    analyse()


def store_batch(
    texts: list[str], first: int, collection: Any, model: Any, groups: list[int], chance: random.Random
) -> None:
    from asgiref.sync import async_to_sync

    from apps.database.execute_sql import execute
    from apps.documents.models import Blob, Chunk, Document, Page, Revision, Status
    from apps.documents.vectors.embeddings import EmbeddedChunk, to_wire, write_vectors
    from apps.llm.call_ledger import Ledger
    from apps.llm.model_registry import embedder

    blob, _made = Blob.objects.get_or_create(sha256="0" * 64, defaults={"data": b"x", "size": 1})
    documents = Document.objects.bulk_create(
        Document(
            collection=collection, external_id=f"seite-{first + number}", title=f"Seite {first + number}",
            status=Status.READY, **readers(groups, chance),
        )
        for number in range(len(texts))
    )  # fmt: skip
    revisions = Revision.objects.bulk_create(
        Revision(document=one, blob=blob, file_name="seite", media_type="text/plain") for one in documents
    )
    execute(
        "UPDATE documents_document AS document SET current_revision_id = revision.id "
        "FROM documents_revision AS revision WHERE revision.document_id = document.id AND document.id = ANY(%s)",
        [[one.pk for one in documents]],
    )
    pages = Page.objects.bulk_create(
        Page(revision=one, number=1, text=text) for one, text in zip(revisions, texts, strict=True)
    )
    chunks = Chunk.objects.bulk_create(
        Chunk(document=page.revision.document, revision=page.revision, page=page, page_number=1, text=page.text)
        for page in pages
    )
    vectors = to_wire(async_to_sync(embedder(model, ledger=Ledger()).embed)(texts))
    rows = [EmbeddedChunk(one.pk, collection.pk, one.document_id, one.kind) for one in chunks]
    write_vectors(model.pk, zip(rows, vectors, strict=True))


def readers(groups: list[int], chance: random.Random) -> dict[str, list[int]]:
    return {"reader_groups": [chance.choice(groups)], "reader_users": []} if chance.random() < 0.1 else {}


def compared(algorithm: str, asked: list[str]) -> dict[str, float]:
    """Seconds of all questions: without a condition, as the public, as a member; and the larger ratio to the first."""
    from asgiref.sync import async_to_sync

    from apps.database.settings_cache import remembering
    from apps.llm.call_ledger import Ledger
    from apps.retrieval.search.request import SearchRequest
    from apps.retrieval.search.search import search
    from benchmarks.database import as_the_web_process

    spent = dict.fromkeys(("without", "public", "member"), 0.0)
    people = dict(readers_of_three_kinds())

    async def own_time(question: str, user: Any) -> float:
        result = await search(question, SearchRequest(user=user, algorithm=algorithm), ledger=Ledger())
        return result.seconds - sum(step.seconds for step in result.steps if step.name == "embed")

    with as_the_web_process(), remembering():
        for turn in range(ROUNDS + 1):
            for question in asked:
                for kind, user in people.items():
                    seconds = async_to_sync(own_time)(question, user)
                    # The first round warms the caches.
                    spent[kind] += seconds if turn else 0.0
    ratio = max(spent["public"], spent["member"]) / spent["without"]
    number = ROUNDS * len(asked)
    return {f"{kind}_ms": round(1000 * seconds / number, 2) for kind, seconds in spent.items()} | {
        "ratio": round(ratio, 3)
    }


def readers_of_three_kinds() -> Iterator[tuple[str, Any]]:
    from django.contrib.auth.models import Group, User

    yield "without", User.objects.get_or_create(username="alles", is_superuser=True)[0]
    yield "public", None
    member, _made = User.objects.get_or_create(username="mitglied")
    member.groups.set(Group.objects.filter(name__startswith="gruppe-").order_by("pk")[:3])
    yield "member", member
