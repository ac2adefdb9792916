"""What the tests of the pages of evaluation have in common: somebody who is signed in, and the text of a page."""

import pytest
from django.contrib.auth.models import User
from django.test import Client


@pytest.fixture
def page(client: Client, administrator: User) -> Client:
    client.force_login(administrator)
    return client


def text(response: object) -> str:
    assert response.status_code == 200  # type: ignore[attr-defined]
    content: str = response.content.decode()  # type: ignore[attr-defined]
    return content
