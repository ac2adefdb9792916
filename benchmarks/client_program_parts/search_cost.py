"""What rights cost a search: 100,000 pages of the federal laws, of which a tenth, then nine tenths, are closed.

A closed document names one of twenty groups, some name a person as well. Each question is searched in turn by a
superuser (no condition on rights), by the public and by a member of three groups whom sources name; the ratio is that
of the times of all questions together, so that a busy machine slows all alike. How many of the passages that came back
the asker may not read is counted as well.
"""

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.law_pages import questions, records
from benchmarks.scale_parts.bulk_load import load

ASKED, ROUNDS, GROUPS = 40, 5, 20
CHOSEN_FROM = 40_000
ALGORITHMS = ("keyword", "chunks-only", "hybrid")
CLOSED = {"one_in_ten": 1, "nine_in_ten": 9}
"""Documents of ten that name a group."""
MEMBER = "mitglied@amt.example"
INDEX_MEGABYTES = 2_000


def measure_search_cost(archive: Path, pages: int, *, was_kept: bool) -> dict[str, Any]:
    """With `was_kept` the pages are there already."""
    from django.contrib.auth.models import Group

    if not was_kept:
        fill(archive, pages)
    groups = [Group.objects.get_or_create(name=f"gruppe-{number}")[0].pk for number in range(GROUPS)]
    asked = [question for question, _page in questions(list(records(archive, min(CHOSEN_FROM, pages))), ASKED)]
    figures: dict[str, Any] = {"pages": pages}
    for name, of_ten in CLOSED.items():
        close(of_ten, groups)
        figures[name] = {algorithm: noted(name, algorithm, compared(algorithm, asked)) for algorithm in ALGORITHMS}
    for name in CLOSED:
        figures[f"largest_ratio_{name}"] = max(one["ratio"] for one in figures[name].values())
    figures["not_for_the_asker"] = sum(one["not_for_the_asker"] for name in CLOSED for one in figures[name].values())
    return figures


def noted(name: str, algorithm: str, figures: dict[str, float]) -> dict[str, float]:
    print(f"{name}, {algorithm}: {figures}", file=sys.stderr, flush=True)
    return figures


def fill(archive: Path, pages: int) -> None:
    """Writes the pages in bulk and builds the index of their vectors, as the worker would."""
    from django.conf import settings

    from apps.documents.vectors.hnsw_index import rebuild_index
    from apps.llm.model_registry import embedding_model_row

    settings.INDEX_MEMORY, settings.INDEX_BUILDERS = INDEX_MEGABYTES, max(0, (os.cpu_count() or 1) - 1)
    model, started = embedding_model_row().pk, time.monotonic()
    load(records(archive, pages), model)
    print(f"written after {time.monotonic() - started:.0f} s; now the index", file=sys.stderr, flush=True)
    assert rebuild_index(model, "content")
    print(f"index built after {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)


def close(of_ten: int, groups: list[int]) -> None:
    """So many of every ten documents name a group, the others none, as console and sources write it.

    Those of the last group a source has closed, which names the member as well: so theirs is the longest condition.
    """
    from django.contrib.auth.models import Group
    from django.db import connection

    from apps.documents.lifecycle.restrict_document_access import (
        open_documents_to_all,
        set_readers,
        set_readers_of_source,
    )
    from apps.documents.models import Document
    from apps.documents.sources.connectors.source_item import NamedReaders

    every = list(Document.objects.order_by("pk").values_list("pk", flat=True))
    open_documents_to_all(every)
    for place, group in enumerate(groups):
        own = [pk for pk in every if pk % 10 < of_ten and pk // 10 % len(groups) == place]
        if group != groups[-1]:
            set_readers(own, groups=[group])
            continue
        named = NamedReaders(frozenset({Group.objects.get(pk=group).name}), frozenset({(MEMBER,)}))
        set_readers_of_source((pk, named) for pk in own)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM (FULL, ANALYZE) documents_document")


def compared(algorithm: str, asked: list[str]) -> dict[str, float]:
    """Mean milliseconds of a search: without a condition, as the public, as a member; the larger ratio to the first."""
    from asgiref.sync import async_to_sync

    from apps.database.settings_cache import use_settings_cache
    from apps.llm.call_ledger import Ledger
    from apps.retrieval.preparation.search_request import SearchRequest
    from apps.retrieval.search.search import search
    from benchmarks.database import as_the_web_process

    spent = dict.fromkeys(("without", "public", "member"), 0.0)
    people, hidden = dict(readers_of_three_kinds()), 0

    async def searched(question: str, user: Any) -> tuple[float, list[int]]:
        result = await search(question, SearchRequest(user=user, algorithm=algorithm), ledger=Ledger())
        own = result.seconds - sum(step.seconds for step in result.steps if step.name == "embed")
        return own, [passage.document_id for passage in result.passages]

    with as_the_web_process(), use_settings_cache():
        for turn in range(ROUNDS + 1):
            for question in asked:
                for kind, user in people.items():
                    seconds, found = async_to_sync(searched)(question, user)
                    # The first round warms the caches.
                    spent[kind] += seconds if turn else 0.0
                    hidden += 0 if turn else not_for(user, found)
    number = ROUNDS * len(asked)
    ratio = max(spent["public"], spent["member"]) / spent["without"]
    return {f"{kind}_ms": round(1000 * seconds / number, 2) for kind, seconds in spent.items()} | {
        "ratio": round(ratio, 3), "not_for_the_asker": hidden,
    }  # fmt: skip


def not_for(user: Any, documents: list[int]) -> int:
    """How many of the documents the asker may not read, by the columns alone."""
    from apps.documents.models import Document, NamedReader

    if user is not None and user.is_superuser:
        return 0
    own = set(user.groups.values_list("pk", flat=True)) if user is not None else set()
    names = set(NamedReader.objects.filter(name=MEMBER).values_list("pk", flat=True)) if user is not None else set()
    closed = Document.objects.filter(pk__in=documents, reader_groups__isnull=False)
    rows = closed.values_list("reader_groups", "named_readers")
    return sum(not own & set(groups or ()) and not names & set(named or ()) for groups, named in rows)


def readers_of_three_kinds() -> Iterator[tuple[str, Any]]:
    from django.contrib.auth.models import Group, User

    yield "without", User.objects.get_or_create(username="alles", is_superuser=True)[0]
    yield "public", None
    member, _made = User.objects.update_or_create(username="mitglied", defaults={"email": MEMBER})
    member.groups.set(Group.objects.filter(name__startswith="gruppe-").order_by("pk")[:3])
    yield "member", member
