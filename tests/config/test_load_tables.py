"""Once a web process has started, the garbage collector does not look through what stays for ever."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LOADING = """
import gc, django
django.setup()
from config.load_tables import COLLECT_AFTER, load_tables
load_tables()
assert gc.get_threshold() == COLLECT_AFTER
print(gc.get_freeze_count(), len(gc.get_objects()))
"""


def test_what_is_loaded_at_the_start_is_left_out_of_every_later_collection() -> None:
    command = [sys.executable, "-c", LOADING]
    said = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    frozen, watched = (int(number) for number in said.split())
    assert frozen > 100_000
    assert watched < frozen / 100
