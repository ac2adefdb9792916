"""Which patterns have been measured: the suite measures every other one, and a tenth of these, each day another one.

python -m tests.attacks.measured_patterns measures all as long as the suite did and writes down those that are quick.
Whoever does not write down a new one makes the suite measure it every time, nothing else.
"""

from functools import cache
from pathlib import Path

MEASURED = Path(__file__).parent / "files" / "measured_patterns.txt"
DIGITS = 12
SHARES = 10


def is_due(digest: str, day: int) -> bool:
    """`digest` stands for a pattern and how it is tried: one that has changed is another one."""
    return digest not in measured() or (int(digest, 16) + day) % SHARES == 0


@cache
def measured() -> frozenset[str]:
    return frozenset(MEASURED.read_text(encoding="utf-8").split()) if MEASURED.exists() else frozenset()


def write_measured() -> None:
    # Below: it asks this file which patterns are due.
    from tests.attacks.compiled_patterns import Trial, all_patterns, say, slow_trial, texts_up_to
    from tests.attacks.test_patterns import GIVEN, TIMES

    texts, quick = texts_up_to(GIVEN), set()
    for trial in [Trial(*each) for each in all_patterns().items()]:
        if said := slow_trial(trial, texts, TIMES):
            say(said)
        else:
            quick.add(trial.digest)
    MEASURED.parent.mkdir(exist_ok=True)
    MEASURED.write_text("".join(f"{digest}\n" for digest in sorted(quick)), encoding="utf-8")


if __name__ == "__main__":
    write_measured()
