"""HNSW indexes over vectors: one per embedding model and kind of chunk, built when it pays.

They are no migration because they depend on rows: an index covers one dimension, and below INDEX_PAYS_FROM rows
comparing all vectors is as fast, finds everything and always takes the same plan. Writing through an index is fifty to
a hundred times slower than without one (benchmarks/ingestion.py), so what comes while it stands waits beside it:
searches compare these one by one (apps/retrieval/vectors/nearest_chunks_sql.py). The worker takes them in every hour
(index_maintenance.py). An index holds the vectors in half precision; that of very many vectors by spelling holds their
signs (sign_random_projection.py): it is built in a third of the time and takes a quarter of the memory, and the best of
what it finds is ordered by the vectors themselves. What signs find of vectors of meaning nobody has measured. An
import builds the index anew only when it alone has brought more than is inside, so that one more document takes no
longer because of those before it; where no worker ever runs, also when very many wait.

All functions may run again and in several processes: one builds, the others leave it to that one.
"""

import logging
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import NamedTuple

from django.conf import settings
from django.db import OperationalError, connection
from django.db.models import Count, Q, QuerySet
from pgvector.django import HnswIndex
from psycopg.errors import DiskFull, OutOfMemory
from psycopg.sql import SQL, Identifier

from apps.database.advisory_lock import advisory_lock
from apps.database.analyze_tables import analyse_tables_if_changed
from apps.database.execute_batch_sql import execute_sql, fetch_rows
from apps.database.settings_cache import invalidate_settings_cache
from apps.documents.models import ChunkKind, Embedding
from apps.documents.vectors.fill_missing_sign_bits import fill_signs
from apps.documents.vectors.hnsw_definition import create_statement, partial_index, partial_index_of_signs
from apps.documents.vectors.sign_random_projection import BITS
from apps.llm.model_registry import compares_meaning
from apps.llm.models import EmbeddingModel

logger = logging.getLogger(__name__)

INDEX_PAYS_FROM = 5_000
"""Rows of one kind. Comparing takes longer with each of them, walking through an index hardly (benchmarks/retrieval.py
does both with the same 2,300 rows, benchmarks/scale.py walks through 11,500 and 112,000)."""

MOST_WAITING = 2_000
"""Rows of one kind beside its index; comparing that many takes two milliseconds (benchmarks/retrieval.py)."""
MOST_BESIDE = 50_000
"""Rows of all kinds beside their indexes where no worker takes them in, as the last analysis estimated them."""

INSERTS_PER_SECOND = 500
BUILDS_PER_SECOND = 1_450
"""Rows a second into an existing index, and rows a second when it is built over all of them, both of 24,500 rows in all
(benchmarks/ingestion.py, `taken_in_per_second` and `built_per_second`). Of 54,500, with --full, both are slower, and
building begins to pay at half of the rows instead of a third."""

LARGE_FROM = 30_000
SMALL, LARGE, OF_SIGNS = (
    {"m": 16, "ef_construction": 128},
    {"m": 24, "ef_construction": 400},
    {"m": 24, "ef_construction": 200},
)
"""How well the index is connected. The small form is built faster and has to be searched more broadly; what both find
and how long they take, benchmarks/scale.py prints: 10,000 pages have the small one, 100,000 the large one."""
SIGNS_FROM = 500_000
"""Rows. A search walks through vectors faster than through signs, but two processors build an index of 306 vectors a
second and one of 890 signs (docs/scale.md)."""
MARK_OF_SMALL = "m=16"
"""The small form in the catalogue of the database."""
BREADTH_OF_SMALL = 280
"""The least breadth of a search through the small form, whatever the profile says."""
BREADTH_OF_SIGNS = 600
"""… and through signs."""
BYTES_BESIDE_THE_VECTOR = 800

LOCK = 0x61756B75  # ASCII "auku": the advisory locks of this module; the second key is the embedding model
# No time limits, and one process, unless INDEX_BUILDERS names others that help it.
BUILD_SETTINGS = {
    "statement_timeout": "0",
    "lock_timeout": "0",
    "max_parallel_maintenance_workers": "0",
}


STANDING = """
    SELECT relname, indisvalid, pg_get_indexdef(indexrelid) LIKE '%%bit_hamming_ops%%'
    FROM pg_class JOIN pg_index ON indexrelid = pg_class.oid WHERE relname = ANY(%s)
"""


class StandingIndex(NamedTuple):
    """An index that the database has; one that is not finished is being built, or its build was killed."""

    kind: str
    is_finished: bool
    holds_signs: bool


def index_name(model_id: int, kind: str) -> str:
    return f"embedding_{model_id}_{kind}_hnsw"


def indexed_kinds(model_id: int) -> frozenset[str]:
    """Kinds of chunks that have a finished index for this model. One query to the catalogue."""
    return frozenset(each.kind for each in _indexes(model_id) if each.is_finished)


def kinds_by_signs(model_id: int) -> frozenset[str]:
    """Returns the kinds whose index holds signs. One query to the catalogue."""
    return frozenset(each.kind for each in _indexes(model_id) if each.is_finished and each.holds_signs)


def built_or_building_kinds(model_id: int) -> frozenset[str]:
    """Kinds whose index would slow down writing: finished ones, and those that are being built."""
    return frozenset(each.kind for each in _indexes(model_id))


def ensure_index(model_id: int, brought: Mapping[str, int] | None = None) -> frozenset[str]:
    """Build the indexes that pay and are missing or are outgrown; the kinds that have one afterwards.

    `brought` are the vectors that came just now beside the index, by kind.

    Returns at once when another process is building or loading in bulk: it will see to it. Writers are not blocked
    while an index is built, unless the caller is inside a transaction.
    """
    with _lock(model_id, shared=False) as alone:
        if alone:
            there, new = indexed_kinds(model_id), brought or {}
            for kind in ChunkKind.values:
                if _is_outgrown(model_id, kind, new.get(kind, 0)) if kind in there else _pays(model_id, kind):
                    _build(model_id, kind)
    return indexed_kinds(model_id)


def rebuild_index(model_id: int, kind: str) -> bool:
    """Over all rows; False when another process is building or loading in bulk. Searches compare all meanwhile."""
    with _lock(model_id, shared=False) as alone:
        if alone:
            _build(model_id, kind)
    return alone


def drop_index(model_id: int) -> None:
    """Drop the indexes of a model; searches compare all vectors from then on."""
    for kind in ChunkKind.values:
        _drop(model_id, kind)
    invalidate_settings_cache()


@contextmanager
def bulk_load(model_id: int) -> Iterator[None]:
    """Around an import: nobody builds an index meanwhile.

    Afterwards, also after an error, the tables are analysed and the indexes that pay are built. When several processes
    load at once the last one builds. Searches go on meanwhile, slower. Use it outside of a transaction.
    """
    newest = Embedding.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    try:
        with _lock(model_id, shared=True):
            yield
    finally:
        analyse_tables_if_changed()
        ensure_index(model_id, _waiting_since(model_id, newest))


def rebuilding_pays(waiting: int, rows: int) -> bool:
    """Whether rebuilding the index over all rows takes less time than inserting the waiting rows."""
    return waiting / INSERTS_PER_SECOND > rows / BUILDS_PER_SECOND


def memory_megabytes(rows: int, dimensions: int) -> int:
    """Memory in megabytes for building an index: half-precision vectors, their neighbours, and a quarter more.

    No more than INDEX_MEMORY, though an index that does not fit while it is built takes many times as long.
    """
    needed = rows * (2 * dimensions + BYTES_BESIDE_THE_VECTOR) * 5 // 4 // 2**20
    return min(settings.INDEX_MEMORY, max(64, needed))


def _indexes(model_id: int) -> list[StandingIndex]:
    """The indexes of a model. One query to the catalogue of the database."""
    names = {index_name(model_id, kind): kind for kind in ChunkKind.values}
    rows = fetch_rows(STANDING, [list(names)])
    return [StandingIndex(names[name], is_finished, by_signs) for name, is_finished, by_signs in rows]


def _pays(model_id: int, kind: str) -> bool:
    return _rows(model_id, kind)[:INDEX_PAYS_FROM].count() == INDEX_PAYS_FROM


def _is_outgrown(model_id: int, kind: str, brought: int) -> bool:
    if brought > MOST_WAITING and _holds_fewer(model_id, kind, brought):
        return True
    return _very_many_wait() and _holds_fewer(model_id, kind, _rows(model_id, kind).filter(waits=True).count())


def _holds_fewer(model_id: int, kind: str, number: int) -> bool:
    """Whether fewer rows than this are in the index."""
    return _rows(model_id, kind).filter(waits=False)[:number].count() < number


def _waiting_since(model_id: int, newest: int) -> dict[str, int]:
    """The rows after this one that wait beside their index, by kind. Takes no longer because of those before."""
    rows = Embedding.objects.filter(pk__gt=newest, model=model_id, waits=True).order_by("kind")
    return dict(rows.values_list("kind").annotate(Count("pk")))


def _very_many_wait() -> bool:
    rows = fetch_rows("SELECT reltuples > %s FROM pg_class WHERE relname = 'embedding_waiting'", [MOST_BESIDE])
    return any(are_many for (are_many,) in rows)


def _rows(model_id: int, kind: str) -> QuerySet[Embedding]:
    return Embedding.objects.filter(model_id=model_id, kind=kind)


def _build(model_id: int, kind: str) -> None:
    rows = _rows(model_id, kind).count()
    model = EmbeddingModel.objects.get(pk=model_id)
    if _holds_signs(model, rows):
        fill_signs(model_id, kind)  # while what stands is still searched
    # There is one when too much waits for it, or when a build was killed.
    _drop(model_id, kind)
    _rows(model_id, kind).filter(waits=True).update(waits=False)
    index, memory = _definition(model, kind, rows)
    statement = SQL(create_statement(index, Embedding, concurrently=not connection.in_atomic_block))
    try:
        with _time_to_build(memory, settings.INDEX_BUILDERS):
            execute_sql(statement, [])
    except OperationalError as error:
        if connection.in_atomic_block or not _lacks_shared_memory(error):
            raise
        logger.warning(
            "The index of %s is built by one process, as INDEX_BUILDERS do not get their memory: %s", kind, error
        )
        _drop(model_id, kind)
        with _time_to_build(memory, 0):
            execute_sql(statement, [])
    invalidate_settings_cache()


def _holds_signs(model: EmbeddingModel, rows: int) -> bool:
    return rows >= SIGNS_FROM and not compares_meaning(model)


def _definition(model: EmbeddingModel, kind: str, rows: int) -> tuple[HnswIndex, int]:
    """The index of so many rows, and the megabytes that building it takes. Where it holds signs all have theirs."""
    name, covered = index_name(model.pk, kind), Q(model=model.pk) & Q(kind=kind) & Q(waits=False)
    if not _holds_signs(model, rows):
        form = SMALL if rows < LARGE_FROM else LARGE
        return partial_index(name, model.dimensions, covered, **form), memory_megabytes(rows, model.dimensions)
    fill_signs(model.pk, kind)
    if connection.in_atomic_block:
        connection.check_constraints()  # no index is built while checks of rows that were written are waiting
    return partial_index_of_signs(name, covered, **OF_SIGNS), memory_megabytes(rows, BITS // 16)


def _drop(model_id: int, kind: str) -> None:
    execute_sql(SQL("DROP INDEX IF EXISTS {name}").format(name=Identifier(index_name(model_id, kind))), [])


def _lacks_shared_memory(error: OperationalError) -> bool:
    """Several processes build in memory that they share, /dev/shm as a rule, of which containers have little."""
    return isinstance(error.__cause__, DiskFull | OutOfMemory)


@contextmanager
def _time_to_build(megabytes: int, builders: int) -> Iterator[None]:
    """A hundred thousand vectors take minutes, longer than a statement of a web page may."""
    inside_transaction = connection.in_atomic_block
    for_the_build = {
        **BUILD_SETTINGS,
        "maintenance_work_mem": f"{megabytes}MB",
        "max_parallel_maintenance_workers": str(builders),
    }
    for name, value in for_the_build.items():
        execute_sql("SELECT set_config(%s, %s, %s)", [name, value, inside_transaction])
    try:
        yield
    finally:
        if not inside_transaction:
            for name in for_the_build:
                execute_sql(SQL("RESET {name}").format(name=Identifier(name)), [])


def _lock(model_id: int, *, shared: bool) -> AbstractContextManager[bool]:
    """Whether the lock of this model could be had; never waits.

    A builder needs it alone, bulk loaders share it: they do not exclude one another, they put off building.
    """
    return advisory_lock(LOCK, model_id, shared=shared)
