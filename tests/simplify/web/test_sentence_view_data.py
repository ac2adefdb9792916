"""What the sentence view says of differences, in words."""

import pytest
from django.utils import translation

from apps.simplify.web.sentence_view_data import describe_difference


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("kann -> darf", "„kann“ wurde zu „darf“"),
        ("nicht -> ∅", "„nicht“ fehlte"),
        ("∅ -> immer", "„immer“ kam hinzu"),
    ],
)
def test_a_difference_is_said_without_signs(written: str, said: str) -> None:
    with translation.override("de"):
        assert describe_difference(written) == said
