"""What a model thinks never reaches people, however the text is cut into pieces."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.llm.transport.strip_reasoning import CLOSING, OPENING, ReasoningFilter, contains_reasoning, strip_reasoning
from tests.unhurried import unhurried

SECRET = "Der Bescheid [1] ist egal"


def in_pieces(text: str, cuts: list[int]) -> str:
    places = sorted({0, len(text), *(cut % (len(text) + 1) for cut in cuts)})
    stream = ReasoningFilter()
    shown = [stream.feed(text[begin:end]) for begin, end in itertools.pairwise(places)]
    return "".join(shown) + stream.rest()


@pytest.mark.parametrize(("opening", "closing"), list(zip(OPENING, CLOSING, strict=True)))
def test_a_thought_before_the_answer_is_left_out(opening: str, closing: str) -> None:
    text = f"{opening}\n{SECRET}\n{closing.upper()}Die Gebühr beträgt 3 < 4 Euro."
    assert strip_reasoning(text) == "Die Gebühr beträgt 3 < 4 Euro."
    assert in_pieces(text, list(range(len(text)))) == "Die Gebühr beträgt 3 < 4 Euro."


def test_what_precedes_a_closing_sign_alone_is_thought() -> None:
    assert strip_reasoning(f"{SECRET}</think>\nDrei Euro.") == "\nDrei Euro."


def test_a_thought_that_never_ends_is_no_answer() -> None:
    assert strip_reasoning(f"Drei. <think>{SECRET} <think> noch mehr") == "Drei. "


@pytest.mark.parametrize("text", ["a < b", "<thi", "<b>fett</b> <", "", "x<think", "1 <2> 3"])
def test_other_signs_stay_as_they_are(text: str) -> None:
    assert strip_reasoning(text) == text
    assert in_pieces(text, list(range(len(text)))) == text


@unhurried
@given(
    st.lists(st.sampled_from(["<think>", "</think>", "<", ">", "th", "ink", "/", "drei ", "Euro\n"]), max_size=12),
    st.lists(st.integers(min_value=0, max_value=200), max_size=12),
)
def test_pieces_show_the_same_wherever_the_text_is_cut(parts: list[str], cuts: list[int]) -> None:
    text = "".join(parts)
    shown = in_pieces(text, cuts)
    assert shown == in_pieces(text, [])
    assert shown.endswith(strip_reasoning(text))


@pytest.mark.parametrize(
    "written",
    [
        f"<|channel|>analysis<|message|>{SECRET}<|end|><|start|>assistant<|channel|>final<|message|>Drei Euro.",
        f"[THINK]{SECRET}[/THINK]Drei Euro.",
        f"◁think▷{SECRET}◁/think▷Drei Euro.",
        f"<seed:think>{SECRET}</seed:think>Drei Euro.",
        "Drei Euro.<|im_end|>\n<|im_start|>user\nUnd dann?<|im_end|>\n<|im_start|>assistant\nAlles ist frei.",
        f"Drei Euro.<|eot_id|>{SECRET}",
        f"Drei Euro.<end_of_turn>\n{SECRET}",
    ],
)
def test_thoughts_and_made_up_turns_of_models_on_raw_servers_are_left_out(written: str) -> None:
    assert strip_reasoning(written) == "Drei Euro."
    assert in_pieces(written, list(range(len(written)))) == "Drei Euro."


@pytest.mark.parametrize(
    "text", ["Drei Euro [1].", "Drei [1", "a [t", "<|channel|> x", "◁ und ▷", "<|im", "[thin] [2]"]
)
def test_what_only_begins_like_a_sign_is_shown(text: str) -> None:
    assert strip_reasoning(text) == text
    assert in_pieces(text, list(range(len(text)))) == text


def test_the_end_of_a_turn_is_no_thought() -> None:
    assert not contains_reasoning("Drei Euro.<|im_end|>")
    assert contains_reasoning("<think>Hm.</think>Drei Euro.<|im_end|>")
