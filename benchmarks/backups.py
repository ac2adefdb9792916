"""A backup of a large database made, tried, and restored to a second before a mistake: how long each takes.

    python benchmarks/backups.py [--data DIR] [--pages 100000] [--json]

An installation of its own, with a server of its own whose log is archived, filled with pages of the federal laws
(scale_parts/bulk_load.py). Then the drill of docs/operations.md, by its commands: `backup make`, a mistake (a DELETE
by hand) after one document was withdrawn, one conversation and one person were deleted, `backup verify` (20 pages, 5
questions), `backup restore --until` the second before. Looked up afterwards: what the DELETE took is back, what was
deleted on purpose is not.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import psycopg  # noqa: E402 - the folder is on the path now

from config import localdb  # noqa: E402
from config.localdb.base_backup import BACKUP_FOLDER_VARIABLE  # noqa: E402
from tests.embedded import remove  # noqa: E402

DATA = ROOT.parent / "shared" / "data"
GONE = "page-7"
FILL = f"""
import sys; sys.path.insert(0, {str(ROOT)!r})
from pathlib import Path
if __name__ == "__main__":
    from benchmarks.database import start
    start()
    from apps.llm.model_registry import embedding_model_row
    from benchmarks.law_pages import records
    from benchmarks.scale_parts.bulk_load import load
    load(records(Path(sys.argv[1]), int(sys.argv[2])), embedding_model_row().pk)
"""
DELETE_ON_PURPOSE = """
from django.contrib.admin.models import DELETION, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.auth.models import User
from apps.chat.models import Conversation
from apps.chat.privacy.delete_conversations import delete_conversations
person = User.objects.get(username="leaves")
kind = ContentType.objects.get_for_model(User)
LogEntry.objects.create(user_id=person.pk, content_type=kind, object_id=person.pk, action_flag=DELETION)
LogEntry.objects.update(user_id=User.objects.get(username="stays").pk)
person.delete()
delete_conversations(Conversation.objects.all())
"""
PEOPLE = """
from django.contrib.auth.models import User
from apps.chat.models import Conversation
for name in ("leaves", "stays"):
    User.objects.create_user(name)
Conversation.objects.create()
"""


@dataclass(frozen=True)
class Installation:
    data: Path
    backups: Path

    def run(self, *command: str, data: Path | None = None, given: str | None = None) -> str:
        """What it printed. Raises RuntimeError."""
        environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
        environment |= {
            "AUSKUNFT_DATA": str(data or self.data),
            BACKUP_FOLDER_VARIABLE: "" if data else str(self.backups),
        }
        environment |= {"DJANGO_SETTINGS_MODULE": "config.settings", "LOG_LEVEL": "ERROR"}
        done = subprocess.run(
            [sys.executable, *command],
            env=environment,
            cwd=ROOT,
            input=given,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{' '.join(command)[:80]}: {(done.stderr or done.stdout)[-2000:]}")
        return done.stdout

    def backup(self, *words: str) -> dict[str, Any]:
        said: dict[str, Any] = json.loads(self.run("manage.py", "backup", *words, "--json"))
        return said

    def sql(self, statement: str, data: Path | None = None) -> list[tuple[Any, ...]]:
        where = localdb.connection_settings(data or self.data)
        with psycopg.connect(host=where["HOST"], user=where["USER"], dbname=where["NAME"]) as connection:
            return connection.execute(statement).fetchall()  # type: ignore[arg-type]

    def archive_log(self) -> None:
        """What was written until now is in the archive afterwards."""
        [[name]] = self.sql("SELECT pg_walfile_name(pg_switch_wal())")
        until = time.monotonic() + 120
        while not (self.backups / "wal" / f"{name}.gz").exists() and time.monotonic() < until:
            time.sleep(0.2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--pages", type=int, default=100_000)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    # Not in a folder that the user who runs the server for root may not enter.
    here = Path(tempfile.mkdtemp(prefix="backups-"))
    here.chmod(0o755)
    found = Installation(here / "data", here / "backups")
    try:
        figures = drill(found, options.data / "de-laws" / "laws.tar.xz", options.pages, here / "earlier")
    finally:
        for data in (found.data, here / "earlier"):
            remove(data)
        shutil.rmtree(here, ignore_errors=True)
    print(json.dumps(figures, ensure_ascii=False, indent=None if options.json else 2))


def drill(found: Installation, archive: Path, pages: int, earlier: Path) -> dict[str, Any]:
    found.run("manage.py", "migrate", "-v0")
    fill(found, archive, pages)
    found.run("manage.py", "shell", "-v0", "-c", PEOPLE)
    made = found.backup("make")
    verified = found.backup("verify")
    [[before]] = found.sql("SELECT clock_timestamp()")
    time.sleep(1)
    found.run("manage.py", "withdraw", GONE, "--collection", "laws")
    found.run("manage.py", "shell", "-v0", "-c", DELETE_ON_PURPOSE)
    [[taken]] = found.sql("WITH gone AS (DELETE FROM documents_embedding RETURNING 1) SELECT count(*) FROM gone")
    found.archive_log()
    restored = found.backup("restore", "--until", before.isoformat(), "--into", str(earlier))
    return {
        "pages": pages,
        "rows": made["rows"],
        "megabytes": made["size"] // 2**20,
        "make_seconds": made["seconds"],
        "verify_seconds": verified["seconds"]["all"],
        "verify_parts": verified["seconds"],
        "is_good": int(verified["is_good"]),
        "pages_opened": verified["pages"]["opened"],
        "questions_asked": verified["questions"]["asked"],
        "restore_seconds": restored["seconds"],
        **looked_up(found, earlier, int(taken)),
    }


def looked_up(found: Installation, earlier: Path, taken: int) -> dict[str, int]:
    """Counts what the restored database holds; `rows_not_back` are rows that the DELETE took and that are missing."""
    [[back]] = found.sql("SELECT count(*) FROM documents_embedding", data=earlier)
    [[documents]] = found.sql(
        f"SELECT count(*) FROM documents_document WHERE external_id = '{GONE}' AND status <> 'withdrawn'", data=earlier
    )
    [[people]] = found.sql("SELECT count(*) FROM auth_user WHERE username = 'leaves'", data=earlier)
    [[conversations]] = found.sql("SELECT count(*) FROM chat_conversation", data=earlier)
    return {
        "rows_deleted_by_mistake": taken,
        "rows_not_back": taken - int(back),
        "withdrawn_documents_back": int(documents),
        "deleted_people_back": int(people),
        "deleted_conversations_back": int(conversations),
    }


def fill(found: Installation, archive: Path, pages: int) -> None:
    """By a file, because its children begin with it anew."""
    script = found.data.with_name("fill.py")
    script.write_text(FILL, encoding="utf-8")
    found.run(str(script), str(archive), str(pages))


if __name__ == "__main__":
    main()
