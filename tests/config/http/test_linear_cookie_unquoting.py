import random
from importlib.util import find_spec, module_from_spec

import pytest
from django.http import parse_cookie

from config.http.linear_cookie_unquoting import unquote_cookie
from tests.processor_time import at_most


@pytest.mark.parametrize("value", ["\\\\" * 14_900, '\\"' * 14_900, "\\012" * 7_400, "\\" * 29_800])
def test_a_cookie_as_long_as_all_headers_may_be_is_read_at_once(value: str) -> None:
    with at_most(0.1):
        assert parse_cookie(f'x="{value}"')["x"]


def test_values_are_what_python_makes_of_them() -> None:
    """Its own function, which ours has replaced, from a copy of its module."""
    spec = find_spec("http.cookies")
    assert spec
    assert spec.loader
    cookies = module_from_spec(spec)
    spec.loader.exec_module(cookies)
    chance = random.Random(7)  # noqa: S311 - the same values every time
    for _ in range(2_000):
        value = "".join(chance.choice('\\"0123789ab ,') for _ in range(chance.randrange(12)))
        for sent in (value, f'"{value}"', f'"{value}'):
            assert unquote_cookie(sent) == cookies._unquote(sent)


def test_what_is_escaped_is_read() -> None:
    assert unquote_cookie('"a\\054 \\"b\\" \\\\ \\7"') == 'a, "b" \\ 7'
    assert unquote_cookie('"') == '"'
