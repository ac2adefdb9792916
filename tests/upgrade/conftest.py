"""The state of 2a55bcd, and the same after the present code has migrated it."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.upgrade.database import Row, database, load
from tests.upgrade.installation import Installation

DUMP = Path(__file__).parent / "files" / "state-2a55bcd.sql.gz"


@dataclass(frozen=True)
class Upgrade:
    """Rows by table, before and after; `upgraded` is not to be changed by a test."""

    before: dict[str, list[Row]]
    upgraded: Installation
    after: dict[str, list[Row]]


@pytest.fixture(scope="module")
def upgrade(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Upgrade]:
    with database("auskunft_upgrade") as scratch:
        load(scratch, DUMP)
        before = scratch.tables()
        upgraded = Installation(scratch, tmp_path_factory.mktemp("data"))
        upgraded.run("migrate")
        yield Upgrade(before, upgraded, scratch.tables())
        upgraded.shell.end()


@pytest.fixture
def installation(upgrade: Upgrade, tmp_path: Path) -> Iterator[Installation]:
    """The upgraded state for a test that goes on working with it."""
    with database("auskunft_upgrade_copy", like=upgrade.upgraded.database) as copy:
        made = Installation(copy, tmp_path)
        yield made
        made.shell.end()
