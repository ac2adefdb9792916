"""Limits of processor time that hold on a slow or busy machine, too: they are counted in its own speed."""

import re
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

REFERENCE = re.compile(r"\b(?:alpha\w*|beta\w*|gamma\w*|delta\w*|epsilon\w*|zeta\w*|eta\w*|theta\w*)\b", re.IGNORECASE)
REFERENCE_TEXT = "1 2 3 4 a b " * 25_000
REFERENCE_SECONDS = 0.0396
"""What that plain pattern takes on the machine that the limits were set on, when it has nothing else to do. Processor
time also grows beside other processes: two of them may share one core and its memory."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Fail where what stands within takes more processor time than that, in seconds of the reference machine.

    How slow this machine is gets measured before and afterwards, and the slower one counts.
    """
    before = slowness()
    begin = time.process_time()
    yield
    taken = time.process_time() - begin
    # To measure it again takes as long as most of what is tried, and is needed only where that was slow.
    allowed = seconds * before if taken <= seconds * before else seconds * max(before, slowness())
    assert taken <= allowed, f"{taken:.3f} s of the processor, {allowed:.3f} s allowed on this machine"


def takes_at_most(seconds: float, work: Callable[[], object]) -> bool:
    """For what is tried hundreds of times: how slow the machine is gets measured only where it matters."""
    begin = time.process_time()
    work()
    taken = time.process_time() - begin
    return taken <= seconds or taken <= seconds * slowness()


def processor_seconds(work: Callable[[], object]) -> float:
    """What that takes of the processor, in seconds of the reference machine."""
    before = slowness()
    begin = time.process_time()
    work()
    return (time.process_time() - begin) / max(before, slowness())


def slowness() -> float:
    """How many times longer this machine takes now than the one that the limits were set on; at least 1."""
    begin = time.process_time()
    deque(REFERENCE.finditer(REFERENCE_TEXT), maxlen=0)
    return max(1.0, (time.process_time() - begin) / REFERENCE_SECONDS)
