import pytest

from apps.retrieval.algorithms import ALGORITHMS, UnknownAlgorithm, get_algorithm


def test_every_algorithm_is_found_by_its_name_and_its_aliases() -> None:
    for algorithm in ALGORITHMS.values():
        assert all(get_algorithm(name) is algorithm for name in (algorithm.slug, *algorithm.aliases))


def test_the_other_name_of_the_combined_algorithm_is_known() -> None:
    assert get_algorithm("chunks-and-summaries").slug == "summaries-and-chunks"


def test_names_are_given_once() -> None:
    names = [name for algorithm in ALGORITHMS.values() for name in (algorithm.slug, *algorithm.aliases)]
    assert len(names) == len(set(names))


def test_an_unknown_name_gives_a_sentence_and_no_other_algorithm() -> None:
    with pytest.raises(UnknownAlgorithm) as error:
        get_algorithm("best")
    assert str(error.value) == (
        "Unknown algorithm 'best'. Known: basic, chunks-only, fields, graph-drift, graph-global, graph-local, hybrid, "
        "keyword, map-reduce, summaries-and-chunks, summaries-then-chunks."
    )
