"""The vectors of entities, kept by text: what has been embedded once is not embedded again."""

import hashlib
from collections.abc import Mapping, Sequence

from asgiref.sync import sync_to_async
from django.db import transaction

from apps.database.bulk_copy import copy_rows
from apps.database.execute_batch_sql import execute_sql, fetch_rows
from apps.documents.vectors.write_vectors import to_wire
from apps.graph.extraction.merge_records import Graph
from apps.graph.model_calls.build_stopped_errors import BuildStopped
from apps.graph.model_calls.commit_batching import CommitBatches
from apps.graph.model_calls.model_client import BuildModelClient
from apps.graph.model_calls.task_group import run_concurrently
from apps.graph.models import EntityVector
from apps.graph.storage import hnsw_index
from apps.llm.errors import ModelError
from apps.llm.models import EmbeddingModel
from apps.llm.types import Embedder

Vector = tuple[int, int, str, bytes]
"""Ids of graph and model, hash of the text, the vector as the database takes it."""
LONGEST_TEXT = 800
KNOWN = "SELECT text_hash FROM graph_entityvector WHERE index_id = %s AND model_id = %s"
# The planner has not seen the new rows yet and would compare each vector with each entity; EXCEPT hashes or sorts.
UNUSED = """
    DELETE FROM graph_entityvector WHERE index_id = %(index)s AND text_hash IN (
        SELECT text_hash FROM graph_entityvector WHERE index_id = %(index)s
        EXCEPT SELECT text_hash FROM graph_entity WHERE build_id = %(build)s)
"""


def embedded_text(name: str, description: str) -> str:
    """The text about an entity that is embedded."""
    return f"{name}: {description}"[:LONGEST_TEXT]


def embedded_text_hash(name: str, description: str) -> str:
    """The key of that text's vector."""
    return hashlib.sha256(embedded_text(name, description).encode("utf-8", "replace")).hexdigest()


def texts_by_hash(graph: Graph) -> dict[str, str]:
    """What is embedded of a graph, each text once."""
    return {
        embedded_text_hash(draft.name, draft.description): embedded_text(draft.name, draft.description)
        for draft in graph.entities.values()
    }


async def embed_texts(
    client: BuildModelClient, row: EmbeddingModel, embedder: Embedder, texts: Mapping[str, str]
) -> None:
    """A vector for each text (by its hash) that has none; stored batch by batch. Raises BuildStopped."""
    index = client.build.index_id
    known = {digest for (digest,) in await sync_to_async(fetch_rows)(KNOWN, [index, row.pk])}
    left = [(digest, text) for digest, text in texts.items() if digest not in known]
    if len(left) > hnsw_index.MANY_NEW:
        await sync_to_async(hnsw_index.drop_index)(index, row.pk)
    batches = iter([left[start : start + row.batch_size] for start in range(0, len(left), row.batch_size)])

    commits: CommitBatches[Vector] = CommitBatches(lambda rows: store_vectors(client, rows))

    async def work() -> None:
        for batch in batches:
            found = to_wire(await embedder.embed([text for _, text in batch]))
            rows = [(index, row.pk, digest, vector) for (digest, _), vector in zip(batch, found, strict=True)]
            await commits.keep(*rows)

    at_once = min(client.concurrency, -(-len(left) // row.batch_size))
    try:
        await run_concurrently(*(work() for _ in range(at_once)))
    except ModelError as error:
        raise BuildStopped(str(error)) from None
    finally:
        await commits.keep()
    await sync_to_async(hnsw_index.ensure_index)(index, row.pk, row.dimensions)


def store_vectors(client: BuildModelClient, rows: Sequence[Vector]) -> None:
    """Nothing but the costs once a document was withdrawn after the build had read it: `store_graph` refuses then."""
    with transaction.atomic():
        # First, because it locks the row of the build, where withdrawals count themselves.
        client.save_costs()
        if not client.build.misses_withdrawals():
            copy_rows(EntityVector, ["index", "model", "text_hash", "vector"], rows)


def delete_unused_vectors(index_id: int, build_id: int | None) -> int:
    """Vectors of texts that no entity of the build has any more; all of them without a build."""
    return execute_sql(UNUSED, {"index": index_id, "build": build_id})
