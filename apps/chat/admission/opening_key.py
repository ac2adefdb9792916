"""Recognises a first question that is sent again, because the connection to its asker had broken."""

import json
from collections.abc import Sequence

from django.utils.crypto import salted_hmac


def compute_opening_key(salt: str, asked: Sequence[object]) -> str:
    """Returns one key for one first question of one asker: an id of a message alone opens nobody's conversation.

    `asked` are the id, the question and all that tells the asker from others, as values of JSON; `salt` keeps the keys
    of two ways of asking apart.
    """
    return salted_hmac(salt, json.dumps(asked), algorithm="sha256").hexdigest()
