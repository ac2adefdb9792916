"""Whether the image can be built without Docker, starts as it is meant to, and proves an answer.

    python benchmarks/image.py [--json]

Builds the image of the committed state with deploy/build-image.sh, starts it alone as its Dockerfile says, with the
demo's documents beside, and asks over the page's websocket until an answer comes with a proof. Then the processes are
looked at: none of them is root's. Needs root, git, buildah and mmdebstrap (Debian); the image and its container are
removed at the end.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.chat import free_port  # noqa: E402 - importable once the folder is on the path
from benchmarks.first_start import until_proved  # noqa: E402

TAG = "localhost/auskunft:benchmark"
ENVIRONMENT = os.environ | {"BUILDAH_ISOLATION": "chroot"}
WORDS = ["python", "manage.py", "serve", "--host", "0.0.0.0", "--port"]  # noqa: S104 - the image's own command
TO_STOP = 60


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    figures = measure()
    print(json.dumps(figures, ensure_ascii=False, indent=None if options.json else 2))


def measure() -> dict[str, Any]:
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        checkout = Path(folder) / "auskunft"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(checkout)], check=True)
        subprocess.run([checkout / "deploy" / "build-image.sh", "-t", TAG], stdout=sys.stderr, check=True)
    built = time.monotonic()
    try:
        about = json.loads(buildah("inspect", "--type", "image", TAG))
        with container() as name, running(name) as (port, start):
            seconds = until_proved(port, start)
            owners = owners_of_processes()
        return {
            "build_seconds": round(built - started, 1),
            "megabytes": image_megabytes(),
            "command_as_written": about["OCIv1"]["config"]["Cmd"][: len(WORDS)] == WORDS,
            "seconds_to_first_proved_answer": seconds,
            "proved": 1,
            "processes": len(owners),
            "processes_of_root": owners.count(0),
        }
    finally:
        buildah("rmi", TAG)


def image_megabytes() -> int:
    [one] = json.loads(buildah("images", "--json", TAG))
    size, unit = str(one["size"]).split()
    return round(float(size) * {"MB": 1, "GB": 1_000}[unit])


@contextmanager
def container() -> Iterator[str]:
    name = buildah("from", TAG).strip()
    try:
        yield name
    finally:
        buildah("rm", name)


@contextmanager
def running(name: str) -> Iterator[tuple[int, float]]:
    """The image's command on a free port of this machine; the port, and when it was started."""
    port, started = free_port(), time.monotonic()
    process = subprocess.Popen(
        ["buildah", "run", name, "--", *WORDS, str(port), "--demo"], env=ENVIRONMENT, stdout=sys.stderr
    )
    try:
        yield port, started
    finally:
        process.terminate()
        process.wait(timeout=TO_STOP)


def owners_of_processes() -> list[int]:
    """The numbers of the users of all processes that have the image's own environment, without those of buildah."""
    owners = []
    for process in Path("/proc").iterdir():
        try:
            if process.name.isdigit() and b"AUSKUNFT_DATA=/data\0" in (process / "environ").read_bytes():
                owners += [process.stat().st_uid] * (not (process / "comm").read_text().startswith("buildah"))
        except OSError:
            continue
    return owners


def buildah(*words: str) -> str:
    return subprocess.run(["buildah", *words], env=ENVIRONMENT, check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    main()
