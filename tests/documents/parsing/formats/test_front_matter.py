"""What a Markdown file says about itself, and what only looks like it."""

import pytest

from apps.documents.parsing.formats.front_matter import split_front_matter


@pytest.mark.parametrize(
    ("lines", "metadata"),
    [
        ("tags: Steuern, Hunde", {"tags": ["Steuern", "Hunde"]}),
        ("tags:\n- Steuern\n- 'Hunde und Katzen'", {"tags": ["Steuern", "Hunde und Katzen"]}),
        ('author: "Stadt: Amt 7"', {"author": "Stadt: Amt 7"}),
        ("# Kommentar\nlast-modified: heute", {"last-modified": "heute"}),
        ("Title: Gebühren", {"title": "Gebühren"}),
    ],
)
def test_lines_and_lists_are_read(lines: str, metadata: dict[str, object]) -> None:
    said, text = split_front_matter(f"---\n{lines}\n---\nText")
    assert (said["metadata"], text) == (metadata, "Text")


@pytest.mark.parametrize(
    ("written", "day"),
    [("2024-05-01", "2024-05-01"), ("2024-05-01T08:00:00Z", "2024-05-01"), ("01.05.2024", "2024-05-01"),
     ("gestern", None), ("2024-13-01", None)],
)  # fmt: skip
def test_a_date_is_a_day_or_nothing(written: str, day: str | None) -> None:
    assert split_front_matter(f"---\ndate: {written}\n---\n")[0].get("date") == day


@pytest.mark.parametrize(
    "raw",
    [
        "---\nEin Satz zwischen zwei Linien.\n---\nText",
        "---\nSiehe https://stadt.example\n---\nText",
        "---\ntitle: ohne Ende",
        "---\n---\nText",
        "---\n" + "a: b\n" * 200 + "---\nText",
        "Text\n---\ntitle: zu spät\n---\n",
        "--- \x00",
        "",
    ],
)
def test_everything_else_stays_text(raw: str) -> None:
    assert split_front_matter(raw) == ({}, raw)
