"""Whether this process may be asked, as load balancers and the supervisor learn it."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from config.processes import heartbeats


@pytest.mark.django_db
@pytest.mark.parametrize("hours", [-2, 0, 2])
def test_a_wrong_clock_of_this_host_takes_no_worker_for_dead(
    client: Client, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    heartbeats.write_heartbeat("worker")
    moved = timezone.now() + timedelta(hours=hours)
    monkeypatch.setattr(timezone, "now", lambda: moved)
    assert client.get("/readyz").json()["checks"]["worker"]
