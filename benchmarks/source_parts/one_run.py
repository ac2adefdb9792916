"""One run of a source in a process of its own; the first line it prints says that the run is about to begin.

    python benchmarks/source_parts/one_run.py DATABASE KIND LOCATION OPTIONS

The run that a killed process has left open is gone on with. Documents are listed, fetched and registered, not read.
"""

import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))


def main() -> None:
    database, kind, location, options = sys.argv[1:]
    from benchmarks.database import set_up

    set_up()
    from django.db import connection

    connection.settings_dict["NAME"] = database
    print("ready", flush=True)
    print(json.dumps(run(kind, location, json.loads(options))), flush=True)


def run(kind: str, location: str, options: dict[str, Any]) -> dict[str, Any]:
    from apps.documents.models import Collection, Source, SourceRun
    from apps.documents.sync.source_runner import SourceRunner, begin_run

    collection, _made = Collection.objects.get_or_create(slug="benchmark", defaults={"name": "Benchmark"})
    source, _made = Source.objects.get_or_create(
        kind=kind, location=location, collection=collection, defaults={"name": kind, "options": options}
    )
    done = begin_run(source) or SourceRun.objects.select_related("source").get(source=source, state__in=SourceRun.OPEN)
    while not SourceRunner(done, trusted=True, wakes_worker=False).work():
        pass
    done.refresh_from_db()
    names = ("state", "reason_code", "new", "changed", "unchanged", "withdrawn", "fetched", "not_fetched")
    return {name: getattr(done, name) for name in names}


if __name__ == "__main__":
    main()
