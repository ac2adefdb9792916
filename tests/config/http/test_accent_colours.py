"""Any colour becomes accents that can be read, and one that can be read already stays as it is."""

from itertools import product

import pytest

from config.http.accent_colours import (
    DARK,
    DARK_PAPER,
    LEAST_CONTRAST,
    LIGHT,
    LIGHT_PAPER,
    accent_stylesheet,
    contrast_ratio,
    readable_accents,
)

SOME = list(product(range(0, 256, 36), repeat=3))
EDGES = [(0, 0, 0), (255, 255, 255), (255, 255, 0), (0, 0, 255), (128, 128, 128), (27, 34, 35)]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_text_in_and_on_the_accent_is_read_on_every_background(dark: bool) -> None:
    page = (DARK, DARK_PAPER) if dark else (LIGHT, LIGHT_PAPER)
    for colour in [*SOME, *EDGES]:
        found = readable_accents(colour, dark=dark)
        for below in (*page, found.soft):
            assert contrast_ratio(found.accent, below) >= LEAST_CONTRAST, colour
        assert contrast_ratio(found.on_accent, found.accent) >= LEAST_CONTRAST, colour


def test_a_colour_that_can_be_read_stays() -> None:
    assert readable_accents((0x14, 0x52, 0x4F), dark=False).accent == (0x14, 0x52, 0x4F)
    assert readable_accents((0xFF, 0xFF, 0x00), dark=True).accent == (0xFF, 0xFF, 0x00)


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast_ratio((0, 0, 0), (255, 255, 255)) == 21
    assert contrast_ratio((0x76, 0x76, 0x76), (255, 255, 255)) == pytest.approx(4.54, abs=0.01)


def test_the_stylesheet_has_both_modes() -> None:
    css = accent_stylesheet("#003366")
    assert css.count("--accent: #") == 2
    assert "--accent: #003366; --on-accent: #ffffff;" in css
    assert "prefers-color-scheme: dark" in css
