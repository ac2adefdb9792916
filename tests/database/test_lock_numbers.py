"""Advisory locks share one space of numbers in the database: each kind of work has its own."""

import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOCK_NUMBER = re.compile(r"^(?:[A-Z]+_)?LOCK(?:_CLASS)? = (0x[0-9A-F]+|[\d_]+)", re.MULTILINE | re.IGNORECASE)
FEWEST = 11


def lock_numbers() -> Counter[int]:
    files = (path for top in ("apps", "config") for path in sorted((ROOT / top).rglob("*.py")))
    texts = (path.read_text(encoding="utf-8") for path in files)
    return Counter(int(number, 0) for text in texts for number in LOCK_NUMBER.findall(text))


def test_no_two_kinds_of_work_wait_for_each_other() -> None:
    assert [number for number, times in lock_numbers().items() if times > 1] == []


def test_the_numbers_are_found() -> None:
    assert len(lock_numbers()) >= FEWEST
