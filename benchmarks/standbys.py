"""What a question costs the primary's processors, without standbys and with them.

    python benchmarks/standbys.py [--data DIR] [--pages 3000] [--standbys 2] [--json]

Pages of the federal laws (law_pages.py) in a database of its own on the embedded server; standbys are made by
pg_basebackup, follow by streaming, and are thrown away. Searched is with `hybrid` and `keyword`, the same questions
three times after one round that warms the caches, settings remembered as in every process that answers. Processor time
is that of all processes of the primary (its backends and what it does beside), and of each standby, by psutil.
"""

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import psutil

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.database import as_the_web_process, close_pool, own_database  # noqa: E402 - importable once the folder is on the path
from benchmarks.law_pages import questions, records  # noqa: E402

DATABASE = "auskunft_benchmark_standbys"
DATA = ROOT.parent / "shared" / "data"
ALGORITHMS = ("hybrid", "keyword")
ASKED, ROUNDS = 60, 3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--pages", type=int, default=3_000)
    parser.add_argument("--standbys", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    pages = list(records(options.data / "de-laws" / "laws.tar.xz", options.pages))
    with own_database(DATABASE):
        result = {"pages": len(pages), "standbys": options.standbys, **measured(pages, options.standbys)}
    print(json.dumps(result, ensure_ascii=False, indent=None if options.json else 2))


def measured(pages: Sequence[dict[str, Any]], number: int) -> dict[str, Any]:
    from benchmarks.scale import load, ship_profiles

    load(pages)
    ship_profiles()
    asked = [question for question, _ in questions(list(pages), ASKED)]
    alone = {slug: costs(asked, slug, [primary()]) for slug in ALGORITHMS}
    with ExitStack() as stack:
        followers = [stack.enter_context(standby(place)) for place in range(number)]
        shared = {slug: costs(asked, slug, [primary(), *followers]) for slug in ALGORITHMS}
    share = {slug: round(shared[slug]["ms"][0] / alone[slug]["ms"][0], 3) for slug in ALGORITHMS}
    return {"alone": alone, "with_standbys": shared, "share_of_the_primary": share}


def costs(asked: Sequence[str], algorithm: str, servers: Sequence[psutil.Process]) -> dict[str, Any]:
    """`ms` of processor time for one question, for each server; `found` counts passages: both ways find the same."""
    from asgiref.sync import async_to_sync

    from apps.database.settings_cache import use_settings_cache
    from apps.llm.call_ledger import Ledger
    from apps.retrieval.preparation.search_request import SearchRequest
    from apps.retrieval.search.search import search

    async def found(question: str) -> int:
        return len((await search(question, SearchRequest(algorithm=algorithm), ledger=Ledger())).passages)

    with as_the_web_process(), use_settings_cache():
        number = sum(async_to_sync(found)(question) for question in asked)
        before = [processor_seconds(server) for server in servers]
        for _ in range(ROUNDS):
            for question in asked:
                async_to_sync(found)(question)
        after = [processor_seconds(server) for server in servers]
    spent = [1000 * (end - start) / (ROUNDS * len(asked)) for start, end in zip(before, after, strict=True)]
    return {"ms": [round(each, 3) for each in spent], "found": number}


def processor_seconds(server: psutil.Process) -> float:
    """Of a server with all its processes, those that have ended included."""
    own = server.cpu_times()
    total = own.user + own.system + own.children_user + own.children_system
    for child in server.children():
        times = child.cpu_times()
        total += times.user + times.system
    return float(total)


def primary() -> psutil.Process:
    from django.conf import settings

    from config import localdb

    return psutil.Process(int(str(localdb.status(settings.AUSKUNFT_DATA)["pid"])))


@contextmanager
def standby(place: int) -> Iterator[psutil.Process]:
    """A server that follows, and is read from."""
    from django.conf import settings
    from django.db import connection, connections

    from apps.database import read_from_standby
    from config import localdb
    from config.localdb import base_backup, server_paths, system_user

    base_backup.allow_copies(settings.AUSKUNFT_DATA)
    here = server_paths.find(settings.AUSKUNFT_DATA)
    owner = system_user.find(here)
    parent = Path(tempfile.mkdtemp(prefix="standby-", dir="/tmp"))
    owner.take(parent)
    folder, alias = str(parent / "cluster"), f"{read_from_standby.PREFIX}{place}"
    source = ("-h", str(here.sockets), "-p", str(server_paths.PORT), "-U", localdb.USER)
    options = f"-c unix_socket_directories={parent} -c logging_collector=off"
    steps = [
        ("pg_basebackup", "-D", folder, *source, "-X", "stream", "-c", "fast", "-R"),
        ("pg_ctl", "start", "-s", "-w", "-D", folder, "-l", str(parent / "log"), "-o", options),
    ]
    for program, *arguments in steps:
        done = owner.run(program, *arguments)
        assert done.returncode == 0, done.stdout
    options_of_web = connection.settings_dict["OPTIONS"] | {"pool": {"min_size": 2, "max_size": 8, "timeout": 10}}
    of_web = {"CONN_MAX_AGE": 0, "OPTIONS": options_of_web}
    connections.databases[alias] = connection.settings_dict | of_web | {"HOST": str(parent)}
    try:
        yield psutil.Process(int((parent / "cluster" / "postmaster.pid").read_text(encoding="utf-8").split()[0]))
    finally:
        connections[alias].close()
        close_pool(connections[alias])
        del connections.databases[alias]
        owner.run("pg_ctl", "stop", "-s", "-m", "immediate", "-D", folder)
        shutil.rmtree(parent)


if __name__ == "__main__":
    main()
