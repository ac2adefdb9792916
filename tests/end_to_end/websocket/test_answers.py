"""An answer on the websocket: numbered frames, proved quotes alone as links, and what is left where the model fails."""

import pytest

from tests.end_to_end.websocket.client import GOOD, LONG, QUOTE, ask, client, run, until
from tests.fakes.openai_server import FakeOpenAIServer

# Names the database this module needs: without it pytest-django would leave us with the user's own.
pytestmark = pytest.mark.django_db

FALSE = 'Der Ausweis ist kostenlos [1]. Das sagt auch das Amt [9].\n\nBELEGE\n[1] "Er ist kostenlos"\n[9] "kostenlos"'


def test_an_answer_arrives_in_numbered_frames(address: str, models: FakeOpenAIServer) -> None:
    models.reply(GOOD)

    async def work() -> None:
        async with client(address) as socket:
            message_id = await ask(socket)
            frames = await until(socket, "done", "error")
            assert {frame["id"] for frame in frames} == {message_id}
            assert [frame["seq"] for frame in frames] == list(range(1, len(frames) + 1))
            assert [frame["step"] for frame in frames if frame["type"] == "status"] == [
                "searching",
                "answering",
                "checking",
            ]
            text = "".join(frame["text"] for frame in frames if frame["type"] == "delta")
            assert text.strip() == "Die Gebühr beträgt 30,70 Euro [1]."
            [citation] = frames[-2]["citations"]
            assert (citation["quote"], citation["verified"], citation["page"]) == (QUOTE, True, 1)
            assert frames[-1]["state"] == "done"
            assert f'href="{citation["url"]}"' in frames[-1]["answer_html"]

    run(work)


def test_what_is_not_proved_is_replaced_by_sentences_of_the_documents(address: str, models: FakeOpenAIServer) -> None:
    models.reply(FALSE)

    async def work() -> None:
        async with client(address) as socket:
            await ask(socket)
            frames = await until(socket, "done")
            assert [citation["verified"] for citation in frames[-2]["citations"]] == [True]
            assert QUOTE in frames[-2]["citations"][0]["quote"]
            assert "kostenlos" not in frames[-1]["answer_html"]
            assert frames[-1]["state"] == "done_without_llm"
            assert frames[-1]["stand_in"]["reason"] == "unproved"

    run(work)


def test_of_a_true_a_false_and_a_foreign_quote_the_true_one_alone_is_a_link(
    address: str, models: FakeOpenAIServer
) -> None:
    models.reply(
        f'Sie ist bar zu zahlen [1]. Sie ist kostenlos [1]. Das gilt auch hier [7].\nBELEGE\n[1] "{QUOTE}"\n'
        '[1] "Der Ausweis ist kostenlos zu haben"\n[7] "Das gilt auch hier und überall"'
    )

    async def work() -> None:
        async with client(address) as socket:
            await ask(socket)
            done = (await until(socket, "done"))[-1]
            assert done["state"] == "done"
            assert done["answer_html"].count("href") == len(done["citations"]) == 1
            assert done["answer_html"].count('class="unproved"') == 2

    run(work)


@pytest.mark.parametrize(
    ("fault", "state"),
    [
        ("500", "done_without_llm"),
        ("html", "done_without_llm"),
        ("empty", "done_without_llm"),
        ("reset", "interrupted"),
    ],
)
def test_a_failing_model_leaves_sources_or_a_marked_answer(
    address: str, models: FakeOpenAIServer, fault: str, state: str
) -> None:
    models.default_reply = LONG
    models.fault(fault, times=10)

    async def work() -> None:
        async with client(address) as socket:
            await ask(socket)
            frames = await until(socket, "done")
            assert frames[-1]["state"] == state
            if state == "done_without_llm":
                assert frames[-2]["citations"][0]["title"] == "Gebühren"

    run(work)
