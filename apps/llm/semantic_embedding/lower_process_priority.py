"""Lowers the priority of processes whose work can wait, compared with those that answer people."""

import os
import time
from contextlib import suppress
from pathlib import Path

AUTOGROUP = Path("/proc/self/autogroup")
TOO_SOON = 0.11
"""Seconds: Linux lets somebody without privileges change the priority of a session ten times a second."""
TRIES = 3


def lower_priority(niceness: int) -> None:
    """Lowers the priority of this process and of its session; may run twice. Blocks for a third of a second at most.

    Where Linux shares processors by session (autogroup), the niceness of a process counts among those of its own
    session only, and a process that was given a session of its own would get as much as all of the web process.
    """
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, 0, max(niceness, os.getpriority(os.PRIO_PROCESS, 0)))
    for _ in range(TRIES):
        try:
            if AUTOGROUP.read_text(encoding="ascii").split()[-1] != str(niceness):
                AUTOGROUP.write_text(str(niceness), encoding="ascii")
        except BlockingIOError:
            time.sleep(TOO_SOON)
        except (OSError, IndexError):
            return
        else:
            return
