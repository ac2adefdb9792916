"""What the settings configure is used, and what they name is installed."""

from channels.layers import get_channel_layer
from django.core.cache.backends.redis import RedisCache, RedisCacheClient


def test_no_channel_layer_is_configured_because_nothing_sends_through_one() -> None:
    assert get_channel_layer() is None


def test_the_cache_that_processes_share_has_its_client_installed() -> None:
    cache = RedisCache("redis://127.0.0.1:6379/0", {})
    # Made with the first use, without a connection.
    assert isinstance(cache._cache, RedisCacheClient)
