"""The signal that ends a run of the engine without loss.

A file of its own, because the parent process of the queue must not load the pipeline.
"""

import signal

LEAVE_SIGNAL = signal.SIGUSR1
"""Sent to the queue's processes when they are to end. SIGTERM would kill those that are at other work."""
