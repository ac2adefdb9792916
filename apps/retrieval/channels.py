"""Names of the channels questions come from. The layers above that have channels write them here (AppConfig.ready)."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

CHANNELS: "dict[str, _StrOrPromise]" = {}
"""Short name -> what people call it."""
