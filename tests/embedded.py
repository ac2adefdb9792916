"""Clean up after tests that start embedded databases of their own."""

import shutil
from pathlib import Path

from config import localdb
from config.localdb import server_paths


def remove(data_dir: Path) -> None:
    """Stop the server of this folder and delete what lies outside of it."""
    if (data_dir / "postgres").exists():
        localdb.stop(data_dir)
    here = server_paths.find(data_dir)
    if here.outside:
        shutil.rmtree(here.home, ignore_errors=True)
        shutil.rmtree(here.home.with_suffix(".previous"), ignore_errors=True)
    if here.sockets.parent != here.home:
        shutil.rmtree(here.sockets, ignore_errors=True)
