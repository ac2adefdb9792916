"""Warms up a web process: loads what the first question needs, and sets its memory aside afterwards."""

import gc
from contextlib import suppress

from django.conf import settings
from django.db import DatabaseError, connection

from apps.documents.models import Collection
from apps.llm.errors import ModelError
from apps.llm.model_registry import embedding_model_row, is_semantic_model
from apps.llm.semantic_embedding.semantic_embedder import for_questions
from apps.text.entailment import warm_up_tables

COLLECT_AFTER = (20_000, 50, 20)
"""New objects before the garbage collector looks at them: an answer makes thousands, which are gone when it ends."""


def warm_up_language_tables() -> None:
    """What lives by then lives as long as the process; from then on the garbage collector works, whatever failed.

    Looking through all of it again, which the collector does now and then, held up everybody for 130 ms; so it looks at
    what is newer only.
    """
    try:
        warm_up_tables(collection_languages())
    finally:
        gc.set_threshold(*COLLECT_AFTER)
        # What is gone among it, 6,000 objects of 270,000, is not worth a tenth of a second of the start.
        gc.freeze()
        gc.enable()


def collection_languages() -> set[str]:
    """Returns the languages whose tables the first answer would wait for: a quarter of a second, 8 MB each.

    One query; none where the database does not answer yet: then they are loaded when they are needed.
    """
    try:
        return set(Collection.objects.values_list("language", flat=True))
    except DatabaseError:
        return set()
    finally:
        connection.close()


def preload_embedding_model() -> None:
    """Loads the model where search compares by it: some seconds that the first question would wait.

    One query where it is not switched off. What fails here fails again with the first question, which says so.
    """
    try:
        with suppress(DatabaseError, ModelError):
            if settings.MEANING and is_semantic_model(embedding_model_row()):
                for_questions.vectors([""], is_query=True)
    finally:
        connection.close()
