import pytest

from apps.graph import building
from apps.graph.building import build
from apps.graph.models import GraphIndex


def test_two_builds_at_once_are_refused(index: GraphIndex, monkeypatch: pytest.MonkeyPatch) -> None:
    from contextlib import contextmanager

    @contextmanager
    def taken(index_id: int):  # type: ignore[no-untyped-def]
        yield False

    monkeypatch.setattr(building, "lock", taken)
    with pytest.raises(building.AlreadyBuilding, match="town"):
        build(index)
