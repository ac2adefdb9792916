"""The people, tokens and documents of the interface's tests."""

from tests.config.api.conftest import fees as fees
from tests.config.api.conftest import make_token as make_token
