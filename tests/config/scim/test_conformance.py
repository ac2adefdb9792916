"""The checker of the protocol's own project (scim2-tester) over HTTP: it knows nothing of us but the address."""

import httpx2
import pytest

ALWAYS_SOMETHING = "PATCH modify() did not remove attribute 'active'"
"""An account is open or closed: without a word it stays what it is, and says so."""


@pytest.mark.django_db(transaction=True)
def test_the_checker_finds_no_deviation(live_server: object, secret: str) -> None:
    # Its models look for their source among all modules that are loaded: three seconds for each worker, were it above.
    from scim2_client.engines.httpx2 import SyncSCIMClient
    from scim2_tester import Status, check_server

    headers = {"Authorization": f"Bearer {secret}"}
    with httpx2.Client(base_url=f"{live_server}/scim/v2", headers=headers, timeout=30) as http:
        results = check_server(SyncSCIMClient(http))
    wrong = [
        f"{one.title} ({one.resource_type}): {one.status.name} {one.reason}"
        for one in results
        if one.status in (Status.ERROR, Status.CRITICAL, Status.DEVIATION) and one.reason != ALWAYS_SOMETHING
    ]
    assert not wrong, "\n".join(wrong)
    assert sum(one.status is not Status.SKIPPED for one in results) > 40
