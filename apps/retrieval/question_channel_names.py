"""Names of the channels that questions come from; the apps that have channels register theirs in AppConfig.ready."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

CHANNEL_NAMES: "dict[str, _StrOrPromise]" = {}
"""Short name -> what people call it."""
