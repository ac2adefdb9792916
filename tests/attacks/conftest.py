"""The small collection of the chat's tests, and the platforms of its channels, for those who attack them."""

from tests.chat.channels.conftest import model as model
from tests.chat.channels.conftest import slack as slack
from tests.chat.channels.conftest import teams as teams
from tests.chat.conftest import fees as fees
