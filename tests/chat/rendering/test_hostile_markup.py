"""No payload becomes an element that acts or loads, whatever it is wrapped in."""

import pytest

from apps.chat.rendering.answer_html import render_answer_html
from tests.chat.hostile_markup import PAYLOADS, in_all_shapes
from tests.chat.rendering.test_answer_html import harmful

SHAPES = [shape for payload in PAYLOADS for shape in in_all_shapes(payload)]


@pytest.mark.parametrize("payload", PAYLOADS)
def test_no_payload_becomes_an_element_that_acts_or_loads(payload: str) -> None:
    for shape in in_all_shapes(payload):
        assert harmful(render_answer_html(shape, {})) == []


def test_there_are_more_than_three_hundred() -> None:
    assert len(set(SHAPES)) >= 300
