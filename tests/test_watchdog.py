"""A test that hangs where no exception reaches it does not hold up the suite for ever."""

import subprocess
import sys
from pathlib import Path

HANGS = """
import threading, pytest
from tests import watchdog
watchdog.SECONDS, watchdog.SET_ANEW_AFTER = 0.2, 0.0

def test_it_hangs(pytestconfig):
    watchdog.watch(pytestconfig)
    with pytest.raises(TimeoutError):
        threading.Event().wait(60)
"""


def test_the_process_ends_with_the_stacks_of_all_threads(tmp_path: Path, project_folder: Path) -> None:
    (tmp_path / "test_hangs.py").write_text(HANGS)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-n",
        "0",
        "-p",
        "no:django",
        "-p",
        "no:schemathesis",
        "-c",
        "/dev/null",
    ]
    done = subprocess.run(
        [*command, str(tmp_path)], cwd=project_folder, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1
    assert "Timeout (0:00:00" in done.stderr
    assert "in test_it_hangs" in done.stderr
