"""What a parliament's whole electoral term takes: reading the export, noting its documents, and noting them again.

    python benchmarks/sources.py [--data DIR] [--papers 10000] [--kinds oparl,imap] [--json]

`parse`: the export is read as a stream in a process of its own; its peak is the process with Django and everything.
`first` and `second`: `import_documents --no-fetch` in processes of their own; no file is fetched, because the addresses
lead to a real server. The counts are checked against a plain count of the XML's own words. `council`: a council
information system of 10,000 papers (over HTTP, in this process) is imported twice, and once more after one paper
changed. `kills`: runs of each kind, killed at ten random moments in the middle; `--kinds` does that alone. Works in a
database of its own, which it makes and drops.
"""

import argparse
import gzip
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
os.environ.setdefault("MODEL_HOSTS", "127.0.0.0/8")
os.environ["LOG_LEVEL"] = "ERROR"

from benchmarks.database import own_database  # noqa: E402 - importable once the folder is on the path
from benchmarks.process_memory import peak_megabytes  # noqa: E402

DATABASE = "auskunft_benchmark_sources"
DATA = ROOT.parent / "shared" / "data"
EXPORT = Path("pardok") / "derived-pardok-wp18.xml.gz"
MOST_MEGABYTES = 100
DOCUMENTS_TO_KILL, KILLS = 200, 10


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--papers", type=int, default=10_000)
    parser.add_argument("--kinds", help="only kill runs of these kinds, separated by commas")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--part", choices=["parse", "import"], help=argparse.SUPPRESS)
    options = parser.parse_args()
    export = options.data / EXPORT
    if options.part:
        print(json.dumps(parse(export) if options.part == "parse" else import_once(export)))
        return
    if options.kinds:
        print(json.dumps(kill_runs(options.kinds.split(",")), ensure_ascii=False, indent=2))
        return
    result = measure(export, options.papers)
    print(json.dumps(result, ensure_ascii=False, indent=None if options.json else 2))
    # With --json the figures are judged by goals.tsv: an exit status would throw them away.
    sys.exit(0 if options.json or all(result["checks"].values()) else 1)


def measure(export: Path, papers: int) -> dict[str, Any]:
    # Not above: the servers they start would count as memory of the processes that read the export.
    from benchmarks.source_parts.councils import measure_council
    from benchmarks.source_parts.killed_runs import measure_kills

    expected = counted(export)
    result: dict[str, Any] = {"expected": expected, "parse": part("parse", export)}
    with own_database(DATABASE):
        result["first"] = part("import", export)
        result["second"] = part("import", export)
        result["council"] = measure_council(DATABASE, papers)
        result["kills"] = measure_kills(DATABASE, documents=DOCUMENTS_TO_KILL, kills=KILLS, seed=1)
    first, second = result["first"], result["second"]
    result["checks"] = {
        "every document once": first["new"] == first["documents"] == expected["documents"],
        "second run changes nothing": (second["new"], second["changed"]) == (0, 0),
        "second run knows all": second["unchanged"] == expected["documents"],
        "no document is withdrawn": first["withdrawn"] == second["withdrawn"] == 0,
        f"below {MOST_MEGABYTES} MB": max(result[name]["peak_mb"] for name in ("parse", "first", "second"))
        < MOST_MEGABYTES,
    }
    return result


def kill_runs(kinds: list[str]) -> dict[str, Any]:
    from benchmarks.source_parts.killed_runs import measure_kills

    with own_database(DATABASE):
        return measure_kills(DATABASE, documents=DOCUMENTS_TO_KILL, kills=KILLS, seed=1, kinds=kinds)


def counted(export: Path) -> dict[str, int]:
    """By counting words, without a parser."""
    text = gzip.decompress(export.read_bytes()).decode()
    return {
        "processes": text.count("<Vorgang>"),
        "deletions": text.count("<VFunktion>delete"),
        "documents": sum("<LokURL>" in part and "<DokTyp>SchrAnfr<" in part for part in text.split("<Dokument>")),
    }


def part(name: str, export: Path) -> dict[str, Any]:
    """In a process of its own, so that its peak is its own."""
    # Without -P this folder comes first, and its channels.py, with all that it imports, in place of the library's.
    command = [sys.executable, "-P", __file__, "--part", name, "--data", str(export.parents[1])]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    return dict(json.loads(done.stdout.splitlines()[-1]))


def parse(export: Path) -> dict[str, Any]:
    set_up_like_a_command()
    from apps.documents.sources.connectors.connector import ListedDocument
    from apps.documents.sources.council.pardok_xml import CONNECTOR, entries_of

    started = time.perf_counter()
    with export.open("rb") as file:
        documents = sum(isinstance(entry, ListedDocument) for entry in entries_of(file, CONNECTOR.options))
    return {
        "documents": documents,
        "seconds": round(time.perf_counter() - started, 2),
        "peak_mb": round(peak_megabytes(), 1),
    }


def import_once(export: Path) -> dict[str, Any]:
    set_up_like_a_command()
    from django.db import connection

    connection.settings_dict["NAME"] = DATABASE
    from apps.documents.models import Document
    from apps.documents.sync.run_source_from_command_line import ManualRun, run_manually

    started = time.perf_counter()
    report = run_manually(ManualRun("pardok-xml", str(export), "anfragen", fetches=False))
    return {
        "new": report.new,
        "changed": report.changed,
        "unchanged": report.unchanged,
        "withdrawn": report.withdrawn,
        "documents": Document.objects.count(),
        "seconds": round(time.perf_counter() - started, 2),
        "peak_mb": round(peak_megabytes(), 1),
    }


def set_up_like_a_command() -> None:
    """As manage.py does it."""
    import django

    from config.skip_unused_imports import skip_unused_imports

    skip_unused_imports()
    django.setup()


if __name__ == "__main__":
    main()
