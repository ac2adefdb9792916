"""Foreign text against every regular expression of the product; in processes that can be ended when one hangs."""

import json
import re
import subprocess
import sys

from tests.attacks.compiled_patterns import LENGTH, seconds, slow_text
from tests.attacks.hostile_texts import REPEATED, hostile_texts

SHARES = 2
LONGEST = 600  # seconds on a busy machine; an idle one needs 25
TIMES = 2
"""As long as alone, beside other tests. What grows with the square of the text takes hundreds of times as long;
benchmarks/attacks.py holds all to the limit itself."""
FEWEST_PATTERNS = 400


def test_no_pattern_of_the_product_takes_long_for_any_text() -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.attacks.compiled_patterns", str(share), str(SHARES), str(TIMES)],
            stdout=subprocess.PIPE,
            text=True,
        )
        for share in range(SHARES)
    ]
    try:
        lines = [line for process in processes for line in process.communicate(timeout=LONGEST)[0].splitlines()]
    finally:
        for process in processes:
            process.kill()
    said = [json.loads(line) for line in lines]
    assert [one for one in said if isinstance(one, list)] == []
    assert [process.returncode for process in processes] == [0] * SHARES
    assert sum(one["patterns"] for one in said) >= FEWEST_PATTERNS


def test_the_measurement_finds_a_pattern_that_grows_with_the_square_of_the_text() -> None:
    texts = [hostile_texts(length) for length in (1_000, 10_000, LENGTH)]
    assert slow_text(re.compile(r"\w+@"), texts, at_beginning=False, longest=LENGTH) is not None
    assert slow_text(re.compile(r"(?<!\w)\w++@"), texts, at_beginning=False, longest=LENGTH) is None
    assert seconds(re.compile(r"a"), "b", at_beginning=True) < 1


def test_there_are_thirty_kinds_of_texts() -> None:
    assert len(hostile_texts(1_000)) >= 30
    assert all(len(text) == 1_000 for name, text in hostile_texts(1_000).items() if name in REPEATED)
