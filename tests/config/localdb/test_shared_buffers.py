"""How much memory the embedded server takes: an eighth, within limits, of what this machine or container has."""

from pathlib import Path

import pytest

from config.localdb.shared_buffers import MEGABYTE, memory_bytes, shared_megabytes


@pytest.mark.parametrize(
    ("gigabytes", "expected"), [(1, 256), (2, 256), (4, 512), (8, 1_024), (16, 2_048), (64, 2_048)]
)
def test_the_cache_is_an_eighth_of_the_memory_within_limits(gigabytes: int, expected: int) -> None:
    assert shared_megabytes(gigabytes * 1_024 * MEGABYTE) == expected


def test_a_container_has_what_its_limit_leaves_it(tmp_path: Path) -> None:
    limit, unlimited = tmp_path / "memory.max", tmp_path / "unlimited"
    limit.write_text("536870912\n")
    unlimited.write_text("max\n")
    assert memory_bytes([limit, unlimited, tmp_path / "missing"]) == 512 * MEGABYTE


def test_a_machine_without_limits_has_all_of_its_memory(tmp_path: Path) -> None:
    machine = memory_bytes([tmp_path / "missing"])
    assert machine > 512 * MEGABYTE
    # Where nothing is limited some systems write a number that no machine has.
    (tmp_path / "limit").write_text("9223372036854771712\n")
    assert memory_bytes([tmp_path / "limit"]) == machine
