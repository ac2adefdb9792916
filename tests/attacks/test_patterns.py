"""Foreign text against every regular expression of the product; in a process that can be ended when one hangs."""

import json
import os
import re
import subprocess
import sys
from datetime import date

import pytest

from tests.attacks.compiled_patterns import LENGTH, Trial, seconds, slow_pumped_text, slow_text
from tests.attacks.hostile_texts import REPEATED, hostile_texts
from tests.attacks.measured_patterns import SHARES, is_due, measured

LONGEST = 600  # seconds on a busy machine; an idle one needs 20
TIMES, GIVEN = 2, 10_000
"""As long as alone, beside other tests, and a tenth of the longest texts. What grows with the square of the text takes
many times as long even then; benchmarks/attacks.py gives all of them to each and holds them to the limit itself."""
FEWEST_PATTERNS, FEWEST_TRIED = 1_000, 60
ALL = "ALL_PATTERNS"
"""Set in the environment, no pattern is left out here either."""


def test_no_pattern_of_the_product_takes_long_for_any_text() -> None:
    command = [sys.executable, "-m", "tests.attacks.compiled_patterns", "0", "1", str(TIMES), str(GIVEN)]
    if not os.environ.get(ALL):
        command.append(str(date.today().toordinal()))
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=LONGEST, check=True)
    said = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one for one in said if isinstance(one, list)] == []
    assert said[-1]["patterns"] >= FEWEST_PATTERNS
    assert said[-1]["tried"] >= FEWEST_TRIED


def test_each_pattern_is_due_within_ten_days_and_a_changed_one_at_once() -> None:
    known = sorted(measured())
    assert len(known) >= FEWEST_PATTERNS
    for digest in known[:100]:
        assert sum(is_due(digest, day) for day in range(700_000, 700_000 + SHARES)) == 1
    changed = Trial(re.compile(r"\w+@"), {"apps.text.nowhere:1"})
    assert all(is_due(changed.digest, day) for day in range(SHARES))
    assert changed.digest != Trial(re.compile(r"\w+@", re.IGNORECASE), changed.names).digest


def test_the_measurement_finds_a_pattern_that_grows_with_the_square_of_the_text() -> None:
    texts = [hostile_texts(length) for length in (1_000, GIVEN)]
    assert slow_text(re.compile(r"\w+@"), texts, at_beginning=False, longest=LENGTH) is not None
    assert slow_text(re.compile(r"(?<!\w)\w++@"), texts, at_beginning=False, longest=LENGTH) is None
    assert seconds(re.compile(r"a"), "b", at_beginning=True) < 1


@pytest.mark.parametrize(
    ("slow", "quick", "longest"),
    [
        (r"# (.+?)[ #]*$", r"# (.+)$", LENGTH),
        (r"Frau[ \t]+(?:von)?[ \t]*[A-Z]", r"Frau[ \t]++(?:von[ \t]*+)?[A-Z]", LENGTH),
        (r"(?:\*+|_+)\Z", r"(?:(?<!\*)\*++|(?<!_)_++)\Z", LENGTH),
        # With the power of the number of comments: what stands in 130 characters takes two seconds, and in 180 minutes.
        (r"(?:<!--.*?-->)*<p>", r"(?:<!--[^<]*+-->)*+<p>", 130),
    ],
)
def test_the_measurement_finds_what_is_slow_behind_a_beginning_of_its_own(slow: str, quick: str, longest: int) -> None:
    assert slow_pumped_text(re.compile(slow), at_beginning=False, longest=longest) is not None
    assert slow_pumped_text(re.compile(quick), at_beginning=False, longest=LENGTH) is None


def test_there_are_thirty_kinds_of_texts() -> None:
    assert len(hostile_texts(1_000)) >= 30
    assert all(len(text) == 1_000 for name, text in hostile_texts(1_000).items() if name in REPEATED)
