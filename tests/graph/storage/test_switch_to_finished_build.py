from typing import Any

import pytest

from apps.graph.extraction.merge_records import merge_records
from apps.graph.extraction.parse_records import parse_records
from apps.graph.models import GraphIndex, MergeSuggestion, SuggestionState
from apps.graph.storage import switch_to_finished_build
from apps.graph.storage.switch_to_finished_build import suggest_merges


def graph_of(*names: str) -> Any:
    return merge_records([parse_records("##".join(f'("entity"<|>{name}<|>Amt<|>x)' for name in names))])


def test_suggestions_are_stored_together(index: GraphIndex, django_assert_max_num_queries: Any) -> None:
    """A large graph suggests hundreds of pairs inside the transaction that searches wait for."""
    names = [f"{word}amt{end}" for word in ("Bürger", "Tiefbau", "Standes", "Jugend", "Sozial") for end in ("", "s")]
    with django_assert_max_num_queries(6):
        suggest_merges(index, graph_of(*names))
    assert MergeSuggestion.objects.filter(index=index, state=SuggestionState.OPEN).count() >= 5


def test_a_pair_that_was_decided_stays_as_it_was_and_an_outdated_open_one_goes(index: GraphIndex) -> None:
    graph = graph_of("Bürgeramt", "Bürgeramts")
    suggest_merges(index, graph)
    MergeSuggestion.objects.update(state=SuggestionState.REJECTED)
    MergeSuggestion.objects.create(
        index=index, key="a|", other_key="b|", name="A", other_name="B", reason=MergeSuggestion.Reason.SPELLING
    )
    suggest_merges(index, graph)
    assert [each.state for each in MergeSuggestion.objects.all()] == [SuggestionState.REJECTED]


def test_a_pair_that_was_decided_does_not_come_back_the_other_way_round(index: GraphIndex) -> None:
    suggest_merges(index, graph_of("Bürgeramt", "Bürgeramt", "Bürgeramts"))
    decided = MergeSuggestion.objects.get()
    decided.state = SuggestionState.REJECTED
    decided.save()
    suggest_merges(index, graph_of("Bürgeramt", "Bürgeramts", "Bürgeramts", "Bürgeramts"))
    assert MergeSuggestion.objects.get() == decided


def test_no_more_pairs_wait_for_a_decision_however_often_a_graph_is_built(
    index: GraphIndex, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(switch_to_finished_build, "MOST_SUGGESTIONS", 2)
    graph = graph_of(*(f"{word}amt{end}" for word in ("Bürger", "Tiefbau", "Standes", "Jugend") for end in ("", "s")))
    waiting = MergeSuggestion.objects.filter(state=SuggestionState.OPEN)
    for _build in range(3):
        suggest_merges(index, graph)
        assert waiting.count() == 2
    decided = waiting.first()
    assert decided is not None
    MergeSuggestion.objects.filter(pk=decided.pk).update(state=SuggestionState.REJECTED)
    suggest_merges(index, graph)
    assert (waiting.count(), MergeSuggestion.objects.count()) == (2, 3)
