"""The small collection of the chat's tests, the platforms of its channels, and a closed document, for those who attack
them."""

import pytest

from apps.documents.models import Collection
from tests.attacks.closed_document import closed_collection
from tests.chat.channels.conftest import model as model
from tests.chat.channels.conftest import slack as slack
from tests.chat.channels.conftest import teams as teams
from tests.chat.conftest import fees as fees


@pytest.fixture
def amt(transactional_db: None) -> Collection:
    return closed_collection()
