"""Marks a data folder and its database as belonging together, although root's database lives elsewhere.

An ordinary user's database lies inside the data folder: deleting, copying or moving the folder takes it along. For
root the marker file in the data folder has to give the same: a deleted folder begins empty, a copied one gets a
database of its own, a moved one finds its database again.
"""

import json
import shutil
from pathlib import Path

from config.localdb import server
from config.localdb.errors import LocalDatabaseError
from config.localdb.server_paths import MARKER, SERVICE_HOME, ServerPaths
from config.localdb.system_user import ServerOwner


def has_own_home(places: ServerPaths) -> bool:
    """Whether the home of these places belongs to this data folder."""
    if not places.outside:
        return True
    marked = _read_marker(places.data_dir)
    return marked is not None and marked["home"] == str(places.home)


def prepare_server_folders(places: ServerPaths, owner: ServerOwner) -> None:
    """Make the private folders of the server. Raises LocalDatabaseError when the database is gone."""
    if places.outside:
        _bring_home(places, owner)
    for folder in (places.home, places.logs, places.sockets):
        owner.take(folder)
    if places.outside:
        _write_marker(places)


def _bring_home(places: ServerPaths, owner: ServerOwner) -> None:
    if has_own_home(places):
        if not places.home.exists():
            raise LocalDatabaseError(
                f"The embedded database of {places.data_dir} was in {places.home}, which is gone; "
                f"bring it back, or remove {places.marker} to begin with an empty one."
            )
        return
    if places.home.exists():
        # It belonged to a data folder of the same path that was deleted since. Kept until the next time.
        _move(places.home, places.home.with_suffix(".previous"), owner)
    if former := _home_before_moving(places):
        _move(former, places.home, owner)


def _home_before_moving(places: ServerPaths) -> Path | None:
    """Returns where a moved data folder's database is; None for a new one and a copy of one still there."""
    marked = _read_marker(places.data_dir)
    if marked is None or _read_marker(Path(marked["data_dir"])) == marked:
        return None
    home = Path(marked["home"])
    return home if home.exists() else None


def _move(home: Path, target: Path, owner: ServerOwner) -> None:
    """Stop the server in `home` and give its folder another name."""
    there = ServerPaths(home, home)
    if server.is_accepting(there, owner):
        server.stop(there, owner)
    if target.exists():
        shutil.rmtree(target)
    home.rename(target)


def _read_marker(data_dir: Path) -> dict[str, str] | None:
    """None where there is no such file. Raises LocalDatabaseError for one that is damaged."""
    try:
        text = (data_dir / "postgres" / MARKER).read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return None
    try:
        marked = json.loads(text)
        return {name: str(marked[name]) for name in ("home", "data_dir")}
    except (ValueError, KeyError, TypeError):
        raise LocalDatabaseError(
            f"{data_dir / 'postgres' / MARKER} cannot be read, so nobody knows where the database of {data_dir} is; "
            f"bring the file back, or remove it to begin with an empty one. What was there is kept in {SERVICE_HOME}."
        ) from None


def _write_marker(places: ServerPaths) -> None:
    text = json.dumps({"home": str(places.home), "data_dir": str(places.data_dir)}, indent=1)
    part = places.marker.with_suffix(".part")
    part.write_text(text + "\n", encoding="utf-8")
    part.replace(places.marker)
