"""Ends a process in which a test hangs so that even its time limit cannot end it, with the stacks of all threads.

pytest's own (faulthandler_timeout) starts a thread for each test and waits for its end: on a busy machine that took
8 ms of each of 13,000 tests. This one is set anew once a minute.
"""

import faulthandler
import time

import pytest
from _pytest.faulthandler import fault_handler_stderr_fd_key

SECONDS, SET_ANEW_AFTER = 900, 60
last_set = float("-inf")


def watch(config: pytest.Config) -> None:
    """From now on for SECONDS at least; call it at the beginning of each test."""
    global last_set
    if time.monotonic() - last_set > SET_ANEW_AFTER:
        last_set = time.monotonic()
        # Standard error itself is a file meanwhile in which pytest collects what a test writes.
        output = config.stash[fault_handler_stderr_fd_key]
        faulthandler.dump_traceback_later(SECONDS + SET_ANEW_AFTER, exit=True, file=output)


def rest() -> None:
    """When no test comes any more."""
    faulthandler.cancel_dump_traceback_later()
