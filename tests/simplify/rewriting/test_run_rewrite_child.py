"""Long texts in a process of their own: the same result, and a sentence whatever happens to the process."""

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import aclosing
from dataclasses import replace

import psutil
import pytest

from apps.documents.parsing.limits import MEBIBYTE
from apps.documents.sandbox.fork_server_launcher import ForkServerLauncher
from apps.simplify.errors import (
    EmptyText,
    OtherLanguage,
    RewriteInterrupted,
    TextTooDemanding,
    TextTooLong,
    TooManyLongTexts,
)
from apps.simplify.rewriting import rewrite_text as rewriting
from apps.simplify.rewriting import run_rewrite_child
from apps.simplify.rewriting.rewrite_all_parts import TextWritten, write_text
from apps.simplify.rewriting.rewrite_request import LONGEST_HERE, LONGEST_TEXT, RewriteRequest
from apps.simplify.rewriting.rewrite_text import SentencesChecked, rewrite, rewrite_to_end
from apps.text.entailment import AcceptedSynonym
from tests.attacks.hostile_texts import hostile_texts
from tests.simplify.scripted import ScriptedModel, setup_with

SENTENCES = [
    f"Die Gebühr in Höhe von {number},00 € ist bis zum 31. März 2026 unverzüglich zu entrichten. "
    "Gegen diesen Bescheid kann innerhalb eines Monats Widerspruch erhoben werden. "
    for number in range(20, 60)
]
TEXT = "\n\n".join(SENTENCES)
HOSTILE = hostile_texts(190_000)


def request(text: str = TEXT, **options: str) -> RewriteRequest:
    assert len(text) > LONGEST_HERE
    return RewriteRequest(text=text, **options)  # type: ignore[arg-type]


@pytest.fixture
def limits(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Changed ones hold for processes of another server, which the test ends."""
    launcher = ForkServerLauncher(1, run_rewrite_child.PRELOAD)
    monkeypatch.setattr(run_rewrite_child, "LAUNCHER", launcher)
    yield monkeypatch
    launcher.close()


async def test_a_long_text_comes_out_as_it_would_in_this_process() -> None:
    outcomes = []
    for write in (run_rewrite_child.write_in_child, write_text):
        setup = setup_with(ScriptedModel(lambda part: part.replace("entrichten", "bezahlen")), terms=["Widerspruch"])
        prepared = await run_rewrite_child.prepare_here_or_in_child(request())
        async with aclosing(write(prepared, setup)) as events:
            outcomes.append([event async for event in events])
    elsewhere, here = outcomes
    assert elsewhere == here
    assert isinstance(elsewhere[-1], TextWritten)
    assert elsewhere[-1].after is not None
    assert sum(isinstance(event, SentencesChecked) for event in elsewhere) >= len(SENTENCES)


async def test_accepted_synonyms_count_there_too() -> None:
    setup = setup_with(ScriptedModel(lambda part: part.replace("entrichten", "berappen")))
    plain = await rewrite_to_end(request(), setup=setup)
    helped = await rewrite_to_end(
        request(), setup=replace(setup, synonyms=(AcceptedSynonym("entrichten", "berappen"),))
    )
    levels = [{one.level for one in outcome.sentences if "berappen" in one.after} for outcome in (plain, helped)]
    assert levels == [{"please_read"}, {"derived"}]


async def test_damage_in_a_long_text_is_repaired_by_the_same_model() -> None:
    model = ScriptedModel(lambda part: part.replace("31. März", "30. März"), lambda part: part)
    outcome = await rewrite_to_end(request(), setup=setup_with(model))
    assert "30. März" not in outcome.text
    assert {violation["action"] for violation in outcome.as_json()["violations"]} == {"repaired"}


async def test_a_model_that_breaks_off_hands_over_to_the_next() -> None:
    broken, other = (
        ScriptedModel(lambda part: part, name="a", breaks_after=40),
        ScriptedModel(lambda part: part, name="b"),
    )
    outcome = await rewrite_to_end(request(), setup=setup_with(broken, other, max_input_chars=3_000))
    assert outcome.tried_models == ("a", "b")
    assert outcome.stand_in == {"model": "b", "instead_of": "a", "reason": "interrupted"}
    assert outcome.text.split() == TEXT.split()


async def test_the_built_in_rules_write_there_and_are_named() -> None:
    setup = setup_with(ScriptedModel(lambda part: part))
    outcome = await rewrite_to_end(request(), setup=replace(setup, writers=(setup.stand_in,)))
    assert outcome.model == setup.stand_in.name
    assert "sofort" in outcome.text


@pytest.mark.parametrize(
    ("text", "error"),
    [
        (" " * 100_000, EmptyText),
        ("Les personnes concernées peuvent déposer leur demande auprès du service. " * 50, OtherLanguage),
        ("a" * (LONGEST_TEXT + 1), TextTooLong),
    ],
)
async def test_what_cannot_be_rewritten_is_refused_before_any_model(text: str, error: type[Exception]) -> None:
    model = ScriptedModel(lambda part: part)
    with pytest.raises(error):
        await rewrite_to_end(RewriteRequest(text=text), setup=setup_with(model))
    assert model.asked == []


async def test_half_a_character_ends_nothing() -> None:
    outcome = await rewrite_to_end(request("\ud800" + TEXT), setup=setup_with(ScriptedModel(lambda part: part)))
    assert outcome.text.split() == TEXT.split()


async def test_a_text_that_takes_too_much_time_is_answered_with_a_sentence(limits: pytest.MonkeyPatch) -> None:
    limits.setattr(run_rewrite_child, "LIMITS", replace(run_rewrite_child.LIMITS, cpu_seconds=1))
    setup = setup_with(ScriptedModel(lambda part: part))
    with pytest.raises(TextTooDemanding) as raised:
        await rewrite_to_end(request(HOSTILE["mixed"]), setup=replace(setup, writers=(setup.stand_in,)))
    assert "divide it" in str(raised.value) or "teilen" in str(raised.value)


async def test_a_text_that_takes_too_much_memory_is_answered_with_a_sentence(limits: pytest.MonkeyPatch) -> None:
    limits.setattr(run_rewrite_child, "LIMITS", replace(run_rewrite_child.LIMITS, memory=8 * MEBIBYTE))
    with pytest.raises(TextTooDemanding):
        await rewrite_to_end(request(HOSTILE["dots and blanks"]), setup=setup_with(ScriptedModel(lambda part: part)))


async def test_who_waits_too_long_for_a_free_process_is_told(limits: pytest.MonkeyPatch) -> None:
    limits.setattr(run_rewrite_child, "LONGEST_WAIT", 0.01)
    with pytest.raises(TooManyLongTexts):
        await rewrite_to_end(request(), setup=setup_with(ScriptedModel(lambda part: part)))


async def test_a_process_that_is_killed_is_told_and_the_next_text_is_written(limits: pytest.MonkeyPatch) -> None:
    async with aclosing(rewrite(request(), setup=setup_with(ScriptedModel(lambda part: part, pace=0.05)))) as events:
        await anext(events)
        server = run_rewrite_child.LAUNCHER.server
        assert server is not None
        for child in psutil.Process(server.process.pid).children():
            os.kill(child.pid, signal.SIGSEGV)
        with pytest.raises(RewriteInterrupted):
            async for _event in events:
                pass
    assert (await rewrite_to_end(request(), setup=setup_with(ScriptedModel(lambda part: part)))).sentences


async def test_texts_some_time_apart_are_written_by_one_process_that_knows_their_words() -> None:
    launcher = ForkServerLauncher(run_rewrite_child.AT_ONCE, run_rewrite_child.PRELOAD)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run_rewrite_child, "LAUNCHER", launcher)
        writers = set()
        for pause in (0.0, 0.0, 1.5):
            await asyncio.sleep(pause)
            await rewrite_to_end(request(), setup=setup_with(ScriptedModel(lambda part: part)))
            assert launcher.server is not None
            writers |= {child.pid for child in psutil.Process(launcher.server.process.pid).children()}
    launcher.close()
    assert len(writers) == 1


async def test_who_leaves_ends_the_process_and_the_calls(limits: pytest.MonkeyPatch) -> None:
    model = ScriptedModel(lambda part: part, pace=0.05)
    async with aclosing(rewrite(request(), setup=setup_with(model))) as events:
        await anext(events)
        assert model.running > 0
    server = run_rewrite_child.LAUNCHER.server
    assert server is not None
    children = psutil.Process(server.process.pid).children()
    await asyncio.to_thread(psutil.wait_procs, children, 10)
    assert not any(child.is_running() for child in children)
    assert model.running == 0


async def test_a_reply_without_end_is_no_rewrite() -> None:
    endless = ScriptedModel(lambda part: part + "".join(f" Noch Satz {number}." for number in range(2_000)))
    text = "Die Gebühr ist bis zum 31. März 2026 zu entrichten."
    outcome = await rewrite_to_end(RewriteRequest(text=text), setup=setup_with(endless))
    assert endless.ledger is not None
    assert "scripted" not in [record.model for record in endless.ledger.records]  # it was not heard to its end
    assert len(outcome.text) < 3 * len(text) + 2_000


async def test_a_text_of_more_sentences_than_anybody_writes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rewriting, "MOST_SENTENCES", 20)
    with pytest.raises(TextTooDemanding):
        await rewrite_to_end(request(), setup=setup_with(ScriptedModel(lambda part: part)))
