"""What the measurements of graphs rest on: texts that are always the same, a judge whose rule can be computed."""

import json
from types import SimpleNamespace

import pytest

from apps.evaluation.models import Comparison, Run, RunKind
from benchmarks.graph_parts import hops
from benchmarks.graph_parts.invented_graph import distinctive, texts
from benchmarks.graph_parts.scripted_judge import MEASURES, place, points, speak, wrong_cells


def test_invented_texts_are_always_the_same_and_more_of_them_begin_alike() -> None:
    assert texts(5) == texts(5)
    assert len({record["text"] for record in texts(20)}) == 20


def test_distinctive_phrases_stand_in_no_other_text() -> None:
    documents = texts(12)
    phrases = distinctive(documents, 3)
    assert phrases
    others = [record["text"] for place, record in enumerate(documents) if place != 3]
    assert all(phrase in documents[3]["text"] for phrase in phrases)
    assert not any(phrase in text for phrase in phrases for text in others)


def test_the_scripted_reader_names_the_lines_that_share_words_with_the_question() -> None:
    prompt = "<text>[1] Guests\n[1.1] Robots learn.\n[1.2] Cooking is fun.</text>\n<frage>What do robots learn?</frage>"
    best, *others = points(prompt)
    assert (best["references"], best["score"]) == (["1.1"], 40)
    assert all(point["score"] == 0 for point in others)


@pytest.mark.parametrize(("first", "second", "better"), [(2, 1, 1), (1, 2, 2), (1, 1, 0)])
def test_more_is_better_and_equal_is_a_tie(first: float, second: float, better: int) -> None:
    assert place(first, second) == better


def test_the_judge_decides_by_the_answers_alone() -> None:
    prompt = "<antwort_1>Kurz.</antwort_1>\n<antwort_2>Lang und breit [1] erklärt.</antwort_2>"
    said = json.loads(speak(SimpleNamespace(system="", prompt=prompt)))
    assert said == {"comprehensiveness": 2, "diversity": 2, "empowerment": 2, "directness": 1}


def test_a_cell_that_differs_from_the_rule_is_counted(db: None) -> None:
    run = Run.objects.create(kind=RunKind.COMPARISON, title="a / b", options={"a": "a", "b": "b"}, configuration={})
    Comparison.objects.create(
        run=run, number=1, question="?", answer_a="zwei Worte", answer_b="eins", results={"x": "a"}
    )
    Comparison.objects.create(run=run, number=2, question="?", answer_a="", answer_b="failed")
    right = {
        criterion: {"a": {"b": 0.0 if criterion == "directness" else 100.0}, "b": {"a": 0.0}} for criterion in MEASURES
    }
    right["directness"]["b"]["a"] = 100.0
    right["empowerment"] = {"a": {"b": 50.0}, "b": {"a": 50.0}}
    assert wrong_cells(right) == 0
    right["diversity"]["a"]["b"] = 90.0
    assert wrong_cells(right) == 1


def test_chains_have_names_of_their_own_that_the_reader_of_hops_follows() -> None:
    names = [hops.name_of(chain, place) for chain in range(40) for place in range(4)]
    assert len(set(names)) == 160
    told = "\n".join(f"[{n}.1] {each['text']}" for n, each in enumerate(hops.documents(3), start=1))
    request = SimpleNamespace(
        system='{"points": []}', prompt=f"<text>\n{told}</text>\n<frage>{hops.question_of(0)}</frage>"
    )
    reply = json.loads(hops.speak(request))
    assert [point["references"] for point in reply["points"]] == [["1.1"]]
    assert reply["follow_ups"] == [f"Was ist über {names[1]} bekannt?"]
