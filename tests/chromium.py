"""Finds the Chromium that tests, benchmarks and pictures of the handbook are driven with."""

import shutil

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is the same browser without its own windows: a new visitor costs it a quarter of the processor time."""


def find_chromium() -> str | None:
    """Path of the program, None where there is none."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)
