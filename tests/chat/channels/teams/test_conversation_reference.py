"""Where our token may go."""

import pytest

from apps.chat.channels.teams.conversation_reference import is_allowed_service_url


@pytest.mark.parametrize(
    ("address", "allowed"),
    [
        ("https://smba.trafficmanager.net/de/", True),
        ("https://SMBA.trafficmanager.net:443/", True),
        ("https://europe.botframework.com/", True),
        ("https://user@smba.trafficmanager.net/", False),
        ("https://user:word@smba.trafficmanager.net/", False),
        ("https://smba.trafficmanager.net:8443/", False),
        ("http://smba.trafficmanager.net/", False),
        ("https://smba.trafficmanager.net.evil.example/", False),
        ("https://evil.example/smba.trafficmanager.net", False),
        ("https://smba.trafficmanager.net:99999/", False),
        ("https://[::1", False),
        ("", False),
    ],
)
def test_it_goes_to_hosts_that_the_operator_knows(address: str, allowed: bool) -> None:
    assert is_allowed_service_url(address) is allowed
