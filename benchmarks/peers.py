"""Our import and our answers beside those of LangChain and bare code, by the shared harness, in one run.

    python benchmarks/peers.py [--short] [--questions 200] [--peers raw,ours,langchain] [--json]

The harness lies beside the project (`../shared/bench`, or BENCH_HARNESS); it has an environment for each peer
(`setup.sh base langchain` in it makes them) and a corpus (`bench.sh corpus`). Where one is missing, the benchmark says
so and ends with status 0. A model of 0 ms answers all of them over HTTP; ours searches, writes, looks quotes up and
stores the turn. `--short` takes 60 documents, 20 questions and one round: it shows that everything works, its figures
mean little. Ratios of one run count, not times.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
HARNESS = Path(os.environ.get("BENCH_HARNESS") or ROOT.parent / "shared" / "bench")
FOLDER = Path(os.environ.get("BENCH_TMP") or Path(tempfile.gettempdir()) / "auskunft-bench")
PEERS = "raw,ours,langchain"
SHORT_DOCUMENTS, SHORT_QUESTIONS = 60, 20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--peers", default=PEERS)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    peers = options.peers.split(",")
    if missing := why_not(peers):
        print(json.dumps({"skipped": missing}) if options.json else missing)
        return
    with tempfile.TemporaryDirectory(prefix="peers-") as folder:
        few = SHORT_DOCUMENTS if options.short else None
        link_corpus(Path(folder), few, SHORT_QUESTIONS if options.short else options.questions)
        figures = measured(Path(folder), peers, rounds=1 if options.short else 3)
    print(json.dumps(figures, ensure_ascii=False, indent=None if options.json else 2))


def why_not(peers: list[str]) -> str:
    """Empty when harness, environments and corpus are there."""
    environments = ["base", *(peer for peer in peers if peer not in ("raw", "bare", "ours"))]
    lacking = [name for name in environments if not (FOLDER / "venvs" / name / "bin" / "python").exists()]
    if not (HARNESS / "part4_rag.py").exists():
        return "Skipped: the harness is not there (BENCH_HARNESS)."
    if lacking:
        return f"Skipped: no environment for {', '.join(lacking)} (setup.sh {' '.join(lacking)} in the harness)."
    return "" if (FOLDER / "corpus" / "questions.jsonl").exists() else "Skipped: no corpus (bench.sh corpus)."


def link_corpus(folder: Path, documents: int | None, questions: int) -> None:
    """The environments as they are, and as much of the corpus as is wanted; questions about documents left out go."""
    (folder / "venvs").symlink_to(FOLDER / "venvs")
    (folder / "corpus").mkdir()
    texts = (FOLDER / "corpus" / "docs.jsonl").read_text(encoding="utf-8").splitlines()[:documents]
    there = {json.loads(line)["id"] for line in texts}
    asked = (FOLDER / "corpus" / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    asked = [line for line in asked if json.loads(line)["doc"] in there][:questions]
    for name, lines in (("docs", texts), ("questions", asked)):
        (folder / "corpus" / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


def measured(folder: Path, peers: list[str], rounds: int) -> dict[str, Any]:
    environment = os.environ | {
        "BENCH_TMP": str(folder),
        "BENCH_RESULTS": str(folder / "results"),
        "BENCH_OURS": str(ROOT / "benchmarks" / "peers"),
        "BENCH_OURS_PYTHON": sys.executable,
    }
    # Installed programs have their byte code; without it ours alone would be compiled within its clock.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [str(FOLDER / "venvs" / "base" / "bin" / "python"), str(HARNESS / "part4_rag.py")]
    command += ["--peers", ",".join(peers), "--reps", str(rounds), "--latencies", "0"]
    subprocess.run(command, env=environment, stdout=sys.stderr, check=True)
    [result] = (folder / "results").glob("part4_rag.json")
    return compared(json.loads(result.read_text(encoding="utf-8"))["median"])


def compared(median: dict[str, Any]) -> dict[str, Any]:
    """The medians of each peer, and ours beside theirs. Raises KeyError when one of them did not get to the end."""
    found = {peer: rows["latency_0"] for peer, rows in median.items()}
    ours = found["ours"]
    figures: dict[str, Any] = {
        peer: {
            name: rows[name]
            for name in ("ingest_chunks_s", "query_p50_ms", "query_p95_ms", "query_cpu_ms", "hit_rate_at_10")
        }
        for peer, rows in found.items()
    }
    if "langchain" in found:
        figures["p50_to_langchain"] = round(ours["query_p50_ms"] / found["langchain"]["query_p50_ms"], 2)
    if "raw" in found:
        figures["ingest_to_raw"] = round(ours["ingest_chunks_s"] / found["raw"]["ingest_chunks_s"], 2)
    return figures


if __name__ == "__main__":
    main()
