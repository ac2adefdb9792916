"""Opening hours by weekday, and whether two of them disagree."""

import pytest

from apps.conflicts.statements.opening_hours import hours_disagree, opening_hours


def read(text: str) -> dict[int, list[tuple[int | None, int | None, bool]]]:
    return {
        day: sorted(((span.begin, span.end, span.closed) for span in spans), key=str)
        for day, spans in opening_hours(text)
    }


def test_spans_belong_to_the_weekdays_before_them() -> None:
    assert read("Kasse: Mo–Mi 8–12, Do 14.30–18") == {
        0: [(480, 720, False)],
        1: [(480, 720, False)],
        2: [(480, 720, False)],
        3: [(870, 1080, False)],
    }
    assert read("We are open from 9am to 5pm on Mondays and Fridays.") == {
        0: [(540, 1020, False)],
        4: [(540, 1020, False)],
    }


def test_closed_days_and_single_ends() -> None:
    assert read("Montags ist geschlossen.") == {0: [(None, None, True)]}
    assert read("Der Park wird um 20 Uhr geschlossen.") == {7: [(None, 1200, False)]}


@pytest.mark.parametrize("text", ["So kommen Sie zu uns.", "Das Fest ist am Freitag.", "Workshop for ages 13 to 19"])
def test_other_sentences_state_none(text: str) -> None:
    assert read(text) == {}


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        ("Dienstags von 9 bis 12 Uhr geöffnet.", "Di 9–13 Uhr offen", "time"),
        ("Dienstags von 9 bis 12 Uhr geöffnet.", "Am Dienstag geschlossen.", "weekday"),
        ("Mo–Fr 8–12 Uhr; nachmittags geschlossen", "Am Mittwoch von 14 bis 16 Uhr geöffnet.", "weekday"),
        ("Dienstags von 9 bis 12 Uhr geöffnet.", "Dienstags von 14 bis 16 Uhr geöffnet.", ""),
        ("Dienstags von 9 bis 12 Uhr geöffnet.", "Mittwochs von 9 bis 13 Uhr geöffnet.", ""),
        ("Montags geöffnet.", "Mo 9–12 Uhr offen", ""),
    ],
)
def test_disagreement(one: str, other: str, kind: str) -> None:
    assert hours_disagree(dict(opening_hours(one)), dict(opening_hours(other))) == kind
