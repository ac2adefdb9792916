"""The small collection of the chat's tests, for those who attack it."""

from tests.chat.conftest import fees as fees
