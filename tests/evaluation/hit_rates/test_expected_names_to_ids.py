import pytest

from apps.evaluation.hit_rates.expected_names_to_ids import DocumentNames

NAMES = DocumentNames([(1, "single/a7.pdf"), (2, "bundle/b2.pdf"), (3, "a7"), (4, "other/b2.pdf")])


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["single/a7.pdf"], {1}),
        (["a7.pdf"], {1}),
        (["single/a7"], {1}),
        (["a7"], {3}),
        (["b2"], {2, 4}),
        (["bundle/b2.pdf", "b2"], {2}),
        (["somewhere/a7.pdf", "a7"], {3}),
        (["nowhere"], set()),
    ],
    ids=lambda value: str(value),
)
def test_a_name_finds_documents_by_their_external_id(names: list[str], expected: set[int]) -> None:
    assert NAMES.find(names) == expected
