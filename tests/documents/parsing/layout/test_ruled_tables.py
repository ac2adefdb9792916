"""Tables drawn with lines: which cells are one, and what many lines cost."""

from apps.documents.parsing.layout.ruled_tables import Grid, Ruling, find_tables
from tests.processor_time import at_most


def test_cells_that_no_line_parts_are_one() -> None:
    edges = [0.0, 20.0, 40.0, 60.0]
    rows = [Ruling(0, 0, 60), Ruling(20, 20, 60), Ruling(40, 0, 60), Ruling(60, 0, 60)]
    columns = [Ruling(0, 0, 60), Ruling(20, 0, 60), Ruling(40, 0, 20), Ruling(60, 0, 60)]
    grid = Grid(edges, edges, rows, columns)
    assert grid.owner == {
        (0, 0): (0, 0), (0, 1): (0, 1), (0, 2): (0, 2),
        (1, 0): (0, 0), (1, 1): (1, 1), (1, 2): (1, 1),
        (2, 0): (2, 0), (2, 1): (2, 1), (2, 2): (2, 1),
    }  # fmt: skip


def test_the_axes_of_a_chart_take_no_time_by_the_square() -> None:
    axis = [Ruling(0, 0, 700), *(Ruling(5.0 * place, 0, 10) for place in range(1, 130))]
    with at_most(8):  # half a minute for the 16,900 cells, more than a page may take
        assert find_tables(axis, axis, list) == []
