"""Which model gets which sentences: none more than it takes."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from apps.llm.errors import model_error
from apps.llm.prompts.delimit_quoted_text import parse_block
from apps.llm.types import Completion, Message
from apps.simplify.replies import stream_sentences
from apps.simplify.rewriting.load_rewrite_setup import RewriteSetup
from apps.simplify.rewriting.rewrite_one_part import write_part
from apps.simplify.text.split_sentences import Sentence, split_sentences
from tests.simplify.scripted import ScriptedModel, setup_with

SHORT = "Die Gebühr beträgt 30 Euro."
LONG = f"Die Gebühr beträgt 30 Euro {'und ist bar zu zahlen ' * 12}im Amt."
PART = [Sentence(SHORT, " "), Sentence(LONG, " "), Sentence(SHORT, "")]


def echo(name: str) -> ScriptedModel:
    return ScriptedModel(lambda text: text, name=name)


def taking(setup: RewriteSetup, *characters: int) -> RewriteSetup:
    """The same, each writer with so many characters at once."""
    pairs = zip(setup.writers, characters, strict=True)
    return replace(setup, writers=tuple(replace(writer, max_input_chars=most) for writer, most in pairs))


def texts(model: ScriptedModel) -> list[str]:
    return [parse_block("text", messages[-1].text) for messages in model.asked]


async def written(setup: RewriteSetup) -> str:
    return " ".join([sentence.after async for sentence in write_part(PART, setup)])


async def test_a_sentence_longer_than_a_model_takes_goes_to_one_that_takes_it() -> None:
    small, large = echo("small"), echo("large")
    setup = taking(setup_with(small, large), 100, 5_000)
    assert await written(setup) == f"{SHORT} {LONG} {SHORT}"
    assert (texts(small), texts(large)) == ([SHORT, SHORT], [LONG])
    assert [(one.instead_of, one.reason) for one in setup.failures] == [("small", "context_too_long")]


async def test_a_sentence_longer_than_any_model_takes_goes_to_none() -> None:
    small, other = echo("small"), echo("other")
    setup = taking(setup_with(small, other), 100, 100)
    assert SHORT in await written(setup)
    assert [text for text in [*texts(small), *texts(other)] if len(text) > 100] == []
    assert "offline-extractive" in [record.model for record in setup.ledger.records]


async def test_what_is_too_much_at_once_is_halved_before_another_model_is_asked() -> None:
    def narrow(text: str) -> str:
        if len(text) > len(LONG) + 10:
            raise model_error("context_too_long", "first")
        return text

    first, second = ScriptedModel(narrow, name="first"), echo("second")
    setup = setup_with(first, second)
    assert await written(setup) == f"{SHORT} {LONG} {SHORT}"
    assert texts(first)[1:] == [SHORT, LONG, SHORT]
    assert (texts(second), setup.failures) == ([], [])


async def test_a_reply_that_runs_in_circles_is_handed_to_the_next_model() -> None:
    loop = ScriptedModel(lambda text: f"{SHORT} " * 16, name="loop")
    setup = setup_with(loop, echo("second"))
    said = await written(setup)
    assert said.split(SHORT)[1].strip() == LONG
    assert said.count(SHORT) == 2
    assert [(one.instead_of, one.reason) for one in setup.failures] == [("loop", "garbage")]


async def test_a_condition_that_rules_split_off_many_sentences_loses_none_of_them() -> None:
    condition = "sofern die Voraussetzungen des § 5 Absatz 2 vorliegen"
    due = "innerhalb einer Frist von drei Monaten nach Zugang des Bescheides schriftlich bei der Stadt einzureichen"
    papers = ("Wohngeld", "Ferienpass", "Schulweg", "Mittagessen", "Klassenfahrt", "Schwimmkurs")
    text = [Sentence(f"Der Antrag auf {paper} ist {due}, {condition}.", " ") for paper in papers]
    remedy = "Gegen diesen Bescheid können Sie innerhalb eines Monats Widerspruch einlegen."
    setup = setup_with(echo("first"))
    setup = replace(setup, writers=(setup.stand_in,))
    sentences = [sentence async for sentence in write_part([*text, Sentence(remedy, "")], setup)]
    taken = " ".join(sentence.before for sentence in sentences).split()
    assert taken == " ".join([*(sentence.text for sentence in text), remedy]).split()
    said = " ".join(sentence.after for sentence in sentences)
    assert [paper for paper in papers if paper not in said] == []
    assert remedy in said


async def test_what_nobody_can_rewrite_stays_as_it_is() -> None:
    def broken(_text: str) -> str:
        raise model_error("garbage", "broken")

    setup = setup_with(ScriptedModel(broken, name="first"))
    built_in = replace(setup.stand_in, model=ScriptedModel(broken, name=setup.stand_in.name))
    setup = replace(setup, stand_in=built_in)
    sentences = [sentence async for sentence in write_part(PART, setup)]
    assert [(sentence.after, sentence.kept_original) for sentence in sentences] == [(one.text, True) for one in PART]


async def test_a_reply_that_the_server_cut_off_is_not_published() -> None:
    cut = ScriptedModel(lambda text: text[: len(text) // 2], name="cut", finish_reason="length")
    setup = setup_with(cut, echo("second"))
    assert await written(setup) == f"{SHORT} {LONG} {SHORT}"
    assert [(one.instead_of, one.reason) for one in setup.failures] == [("cut", "interrupted")]


async def test_a_repair_that_the_server_cut_off_leaves_the_original() -> None:
    def wrong_first(text: str) -> str:
        return text.replace("30", "50")

    model = ScriptedModel(wrong_first, lambda text: text, name="cut")
    setup = setup_with(model)
    model_stream = model.stream

    async def stream(messages: Sequence[Message], **options: Any) -> AsyncGenerator[str | Completion, None]:
        model.finish_reason = "length" if parse_block("fehler", messages[-1].text) else "stop"
        async for item in model_stream(messages, **options):
            yield item

    model.stream = stream  # type: ignore[method-assign]
    kept = [sentence.kept_original async for sentence in write_part(PART, setup) if sentence.before == SHORT]
    assert kept == [True, True]


@pytest.mark.parametrize("words", ["und für Kinder? ", "a. ", "z. B. "])
async def test_a_reply_is_split_in_time_that_grows_with_its_length(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They never end a sentence: each piece of the reply once split all that had arrived before it."""
    looked_at: list[int] = []

    def counted(text: str) -> list[Sentence]:
        looked_at.append(len(text))
        return split_sentences(text)

    monkeypatch.setattr(stream_sentences, "split_sentences", counted)
    text = (words * (12_000 // len(words))).strip()
    sentences = split_sentences(text)
    after = [each.after async for each in write_part(sentences, setup_with(echo("first")))]
    assert " ".join(after) == text
    assert sum(looked_at) < 40 * len(text)
