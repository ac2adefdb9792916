"""Raised minutes are told from the marks of notes."""

import pytest

from apps.text.numbers.raised_minutes import may_be_minutes, write_raised_minutes


@pytest.mark.parametrize(
    ("raised", "told"),
    [
        ("8³⁰ Uhr", "8:30 Uhr"),
        ("8⁰⁰ – 12³⁰ Uhr", "8:00 – 12:30 Uhr"),
        ("8⁰⁰-12³⁰, 14⁰⁰ bis 18 Uhr", "8:00-12:30, 14:00 bis 18 Uhr"),
        ("8\ue00030\ue001 Uhr", "8:30 Uhr"),
        ("8⁶⁰ Uhr", "8⁶⁰ Uhr"),
        ("25³⁰ Uhr", "25³⁰ Uhr"),
        ("118³⁰ Uhr", "118³⁰ Uhr"),
        ("Raum 12¹⁰, 14 Uhr", "Raum 12¹⁰, 14 Uhr"),
        ("45¹⁰ Euro bis 12 Uhr", "45¹⁰ Euro bis 12 Uhr"),
        ("8³⁰ Euro", "8³⁰ Euro"),
    ],
)
def test_minutes_are_told_where_a_clock_is_named_behind_them(raised: str, told: str) -> None:
    assert write_raised_minutes(raised) == told


@pytest.mark.parametrize(
    ("before", "raised", "expected"),
    [("um 8", "30", True), ("um 24", "00", True), ("um 8", "3", False), ("um 8", "60", False), ("45", "30", False),
     ("118", "30", False), ("", "30", False)],
)  # fmt: skip
def test_only_an_hour_has_minutes(before: str, raised: str, expected: bool) -> None:
    assert may_be_minutes(before, raised) is expected
