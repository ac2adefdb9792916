from benchmarks.pdf_tables import DOWN, RIGHT, markdown_tables, relations, scores

TABLE = "Text\n\n|  | 2022 | 2023 |\n| --- | --- | --- |\n| Nord |  | a\\|b |\n| Süd | 3 | 4 |\n\nText\n"


def test_relations_join_each_cell_with_the_next_that_is_not_blank() -> None:
    (grid,) = markdown_tables(TABLE)
    assert relations(grid) == {
        ("2022", "2023", RIGHT): 1,
        ("nord", "a|b", RIGHT): 1,
        ("süd", "3", RIGHT): 1,
        ("3", "4", RIGHT): 1,
        ("nord", "süd", DOWN): 1,
        ("2022", "3", DOWN): 1,
        ("2023", "a|b", DOWN): 1,
        ("a|b", "4", DOWN): 1,
    }


def test_a_cell_over_two_columns_is_related_to_both_below() -> None:
    grid = {(0, 0): (1, "jahr"), (0, 1): (1, "jahr"), (1, 0): (2, "2022"), (1, 1): (3, "2023")}
    assert relations(grid) == {("2022", "2023", RIGHT): 1, ("jahr", "2022", DOWN): 1, ("jahr", "2023", DOWN): 1}


def test_precision_counts_what_was_read_and_recall_what_was_printed() -> None:
    assert scores(6, 8, 12) == {"precision": 0.75, "recall": 0.5, "f": 0.6}
    assert scores(0, 0, 3)["f"] == 0.0
