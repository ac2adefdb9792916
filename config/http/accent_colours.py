"""Accent colours: one colour of a city's house style made readable (WCAG) on light and dark pages.

Contrast is that of WCAG 2.2 (relative luminance of sRGB); the shade that was asked for is kept where it suffices and
mixed with black or white, in steps of a twentieth, where it does not.
"""

from collections.abc import Iterator
from typing import NamedTuple

LEAST_CONTRAST = 4.5
"""Of text with its background, WCAG 1.4.3 (AA)."""
STEPS = 20

Colour = tuple[int, int, int]
BLACK, WHITE = (0, 0, 0), (255, 255, 255)
# Backgrounds of static/css/site.css that accents stand on.
LIGHT, LIGHT_PAPER = WHITE, (0xFA, 0xF8, 0xF4)
DARK, DARK_PAPER = (0x1B, 0x22, 0x23), (0x13, 0x18, 0x19)
SOFT_SHARE = 0.12
"""Of the accent in the quiet background beside it."""


class Accents(NamedTuple):
    accent: Colour
    on_accent: Colour
    soft: Colour


def readable_accents(colour: Colour, *, dark: bool) -> Accents:
    """The nearest that can be read: as text on page and soft background, and below text of its own."""
    surface, paper, towards = (DARK, DARK_PAPER, WHITE) if dark else (LIGHT, LIGHT_PAPER, BLACK)
    for shade in shades(colour, towards):
        soft = mix_colours(surface, shade, SOFT_SHARE)
        if min(contrast_ratio(shade, below) for below in (surface, paper, soft)) >= LEAST_CONTRAST:
            break
    return Accents(shade, max(BLACK, WHITE, key=lambda text: contrast_ratio(text, shade)), soft)


def accent_stylesheet(colour: str) -> str:
    """CSS that sets the variables of static/css/site.css; `colour` as "#14524f"."""
    given = parse_hex_colour(colour)
    light, dark = (css_variables(readable_accents(given, dark=each)) for each in (False, True))
    return f":root {{ {light} }}\n@media (prefers-color-scheme: dark) {{ :root {{ {dark} }} }}\n"


def css_variables(found: Accents) -> str:
    names = ("--accent", "--on-accent", "--accent-soft")
    return " ".join(f"{name}: {format_hex_colour(value)};" for name, value in zip(names, found, strict=True))


def shades(colour: Colour, towards: Colour) -> Iterator[Colour]:
    """Yields shades from the colour itself to black or white."""
    return (mix_colours(colour, towards, step / STEPS) for step in range(STEPS + 1))


def mix_colours(below: Colour, above: Colour, share: float) -> Colour:
    red, green, blue = (round(low + (high - low) * share) for low, high in zip(below, above, strict=True))
    return red, green, blue


def contrast_ratio(one: Colour, other: Colour) -> float:
    """Returns the contrast from 1 (the same) to 21 (black and white)."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: Colour) -> float:
    red, green, blue = (linear_channel(part / 255) for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def linear_channel(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def parse_hex_colour(colour: str) -> Colour:
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return red, green, blue


def format_hex_colour(colour: Colour) -> str:
    return f"#{bytes(colour).hex()}"
