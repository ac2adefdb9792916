"""What minutes say of a motion below it."""

import pytest

from apps.text.restrictions.motions_that_failed import vote_against

MOVED = "Die Verwaltung wird beauftragt, die Halle zu sanieren."


@pytest.mark.parametrize(
    "behind",
    [
        " (abgelehnt)",
        "\n\nErgebnis: mehrheitlich abgelehnt",
        "\n\nBeschluss: Der Antrag wird zurückgestellt.",
        "\n\nDer Antrag fand keine Mehrheit.",
        " – Abgelehnt mit 4 zu 7 Stimmen.",
        "\nAbstimmung: 4 Ja, 7 Nein, 1 Enthaltung",
        " Die Bürgermeisterin hat den Beschluss beanstandet.",
        "\n\nThe motion was defeated.",
        "\n\nVote: lost",
    ],
)
def test_a_motion_that_was_not_carried_is_told(behind: str) -> None:
    assert vote_against(f"{MOVED}{behind}", len(MOVED))


@pytest.mark.parametrize(
    "behind",
    [
        "",
        "\n\nBeschluss: Der Antrag wird einstimmig angenommen.",
        "\nAbstimmung: 7 Ja, 4 Nein",
        "\n\nWird der Antrag abgelehnt, können Sie Widerspruch erheben.",
        "\n\nDer Antrag kann abgelehnt werden, wenn Unterlagen fehlen.",
        "\n\nTOP 5 Bäder\n\nDer Antrag fand keine Mehrheit.",
        "\n\n## Antrag 8\n\nErgebnis: abgelehnt",
    ],
)
def test_what_was_carried_and_what_is_of_another_item_is_none(behind: str) -> None:
    assert vote_against(f"{MOVED}{behind}", len(MOVED)) == ""
