"""A million pages beside a hundred thousand: `scale.py --chunks 1000000`, as benchmarks/run.py stores it.

    python benchmarks/million.py [--data DIR] [--json]

Both databases are filled when they are not there yet (20 GB, some 90 minutes of processor) and kept, so that what is
measured in them can be measured anew; `scale.py --chunks 1000000 --part fill` does that beforehand.
"""

import argparse
import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.scale_parts import many_chunks  # noqa: E402 - importable once the folder is on the path

DATA = ROOT.parent / "shared" / "data"
CHUNKS = 1_000_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = many_chunks.measure(options.data / "de-laws" / "laws.tar.xz", CHUNKS, part="", keep=True)
    print(json.dumps(found, ensure_ascii=False, indent=None if options.json else 2))


if __name__ == "__main__":
    main()
