"""What people mark is shown without the numbers of its sources."""

from apps.evaluation.judging.review_queue import markable_pieces
from apps.evaluation.models import DialogueTurn


def test_no_blank_is_left_where_the_number_of_a_source_stood() -> None:
    turn = DialogueTurn(reply="Vier Kilometer sind fertiggestellt [1]. Sie kosten 3 Euro [1][2].")
    assert markable_pieces(turn) == ["Vier Kilometer sind fertiggestellt.", "Sie kosten 3 Euro."]
