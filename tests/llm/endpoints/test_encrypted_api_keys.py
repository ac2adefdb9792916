"""Keys that were typed in: nothing in the row gives them away, and no other server gets them."""

import logging

import pytest
from pytest_django import Settings

from apps.llm.endpoints.encrypted_api_keys import open_seal, seal

KEY = "sk-0123456789abcdef"
ADDRESS = "https://models.example/v1"


def test_a_key_comes_back_for_its_own_server_alone(caplog: pytest.LogCaptureFixture) -> None:
    sealed = seal(KEY, ADDRESS)
    assert KEY not in sealed
    assert open_seal(sealed, ADDRESS) == KEY
    assert open_seal(sealed, "https://models.example:443/v2") == KEY
    for other in ("https://evil.example/v1", "https://models.example:8443/v1", "http://models.example:443/v1", "x"):
        assert open_seal(sealed, other) == ""
    assert KEY not in caplog.text


def test_a_key_of_another_installation_is_none_and_says_so(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    sealed = seal(KEY, ADDRESS)
    settings.SECRET_KEY = "x" * 60
    with caplog.at_level(logging.ERROR):
        assert open_seal(sealed, ADDRESS) == ""
    assert "Enter it again" in caplog.text


def test_what_is_no_address_gets_no_key() -> None:
    with pytest.raises(ValueError, match="ftp"):
        seal(KEY, "ftp://models.example")
