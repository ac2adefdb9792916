"""Answers as Slack and Teams show them: nothing in a text does more than be read, and all limits are kept."""

import re
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from apps.chat.channels.delivery.channel_registry import CHANNELS
from apps.chat.channels.interface.channel_answer import Answer
from apps.chat.channels.slack.message_blocks import review_blocks
from apps.chat.channels.slack.mrkdwn import escape_streamed_markdown, format_link, format_mrkdwn, split_into_sections
from apps.chat.channels.slack.reply_sender import SlackSender
from apps.chat.turn_state.turn_events import CitationView
from tests.chat.channels.conftest import run
from tests.fakes.slack import FakeSlack

HOSTILE = [
    "<!channel>", "<!here|here>", "<!everyone>", "<@U123>", "<#C123|geheim>", "<https://evil.example|Amt>",
    "<!subteam^S1>", "<!date^1^x|y>", "[Amt](https://evil.example)", "![](https://evil.example/a.png)",
    "<at>Alle</at>", "<script>alert(1)</script>", "<img src=x>", "[Amt][1]",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("channel", ["slack", "teams"])
def test_markup_and_broadcasts_of_an_answer_are_only_text(channel: str, text: str) -> None:
    shown = str(CHANNELS[channel].render(Answer(f"Siehe {text} dort.", "de", turn="t")))
    assert "<" not in shown.replace("&lt;", "")
    assert "](" not in shown
    assert "][" not in shown


def test_markdown_becomes_slacks_own() -> None:
    assert format_mrkdwn("## Gebühr\n\n- **30,70** Euro\n* & mehr") == "*Gebühr*\n\n• *30,70* Euro\n• &amp; mehr"
    assert escape_streamed_markdown("a < b & [c](d)") == "a &lt; b &amp; [c] (d)"


def test_a_title_cannot_break_out_of_its_link() -> None:
    assert format_link("https://a.example/?q=<x>|y z", "Satzung <1>|\nneu") == (
        "<https://a.example/?q=%3Cx%3E%7Cy%20z|Satzung &lt;1&gt;/ neu>"
    )


def test_long_texts_are_cut_into_blocks_between_words() -> None:
    text = "Wort " * 2_000
    pieces = split_into_sections(text.strip())
    assert all(len(piece) <= 3_000 for piece in pieces)
    assert " ".join(pieces) == text.strip()


def test_limits_of_both_platforms_are_kept_whatever_an_answer_holds() -> None:
    citations = tuple(
        CitationView(number, "x.pdf", "Titel " * 300, 3, "Zitat " * 500, True, "/documents/1/pages/3/?quote=x")
        for number in range(1, 90)
    )
    answer = Answer("Wort " * 20_000, "de", "t", citations, notices=("Hinweis " * 600,) * 9, label="KI")
    slack, teams = CHANNELS["slack"].render(answer), CHANNELS["teams"].render(answer)
    assert len(slack["blocks"]) <= 50
    assert all(len(block["text"]["text"]) <= 3_000 for block in slack["blocks"] if block["type"] == "section")
    assert all(
        len(part["text"]) <= 2_000
        for block in slack["blocks"]
        if block["type"] == "context"
        for part in block["elements"]
    )
    claims = teams["entities"][0]["citation"]
    assert all(len(claim["appearance"]["name"]) <= 80 for claim in claims)
    assert all(len(claim["appearance"]["abstract"]) <= 160 for claim in claims)


def test_a_long_quote_leaves_every_source_a_whole_link() -> None:
    quote = "Gebühren für Straßenräume " * 60
    address = f"/documents/1/pages/3/?{urlencode({'quote': quote})}"
    signs = "&" * 400
    citations = (
        CitationView(1, "x.pdf", "Gebühren", 3, quote, True, address),
        CitationView(2, "y.pdf", signs, 3, signs, True, "https://elsewhere.example/" + "x" * 3_000),
    )
    blocks = CHANNELS["slack"].render(Answer("Ja [1][2].", "de", "t", citations))["blocks"]
    first, second = (block["elements"][0]["text"] for block in blocks if block["type"] == "context")
    assert len(first) <= 2_000
    found = re.search(r"<(https?://[^|>]+)\|Gebühren[^>]*>: „", first)
    assert found
    shown = parse_qs(urlsplit(found[1]).query)["quote"][0]
    assert quote.startswith(shown)
    assert len(shown) > 100
    assert "<" not in second
    assert not re.search(r"&(?!amp;)", second)


def test_a_supervisor_sees_the_question_within_slacks_limits() -> None:
    blocks = review_blocks(Answer("Ja.", "de"), "<&>" * 1_300, "key")["blocks"]
    text = blocks[1]["text"]["text"]
    assert 2_500 < len(text) <= 3_000
    assert not re.search(r"&(?!(amp|lt|gt);)", text)
    assert all(not re.search(r"&(?!(amp|lt|gt);)", piece) for piece in split_into_sections("&lt;" * 2_000))


TEXT = "Siehe [Amt](https://evil.example) & [Rat][1] <dort>."


@pytest.mark.parametrize("at", range(1, len(TEXT)))
def test_a_disguised_link_does_not_survive_being_streamed_in_two_pieces(slack: FakeSlack, at: int) -> None:
    async def grow() -> None:
        sender = SlackSender("key", "D1", "1.000001", "T1", "U1", "de")
        message_id = await sender.open(TEXT[:at])
        sender.grown_at = 0.0
        await sender.grow(message_id, TEXT)

    run(grow)
    assert slack.messages("D1")[0]["text"] == escape_streamed_markdown(TEXT)


def test_pieces_of_a_stream_stay_within_slacks_limit_however_much_is_escaped(slack: FakeSlack) -> None:
    text = "<" * 9_000

    async def grow() -> None:
        sender = SlackSender("key", "D1", "1.000001", "T1", "U1", "de")
        message_id = await sender.open(text)
        for _piece in range(4):
            sender.grown_at = 0.0
            await sender.grow(message_id, text)

    run(grow)
    assert slack.messages("D1")[0]["text"] == escape_streamed_markdown(text)
    sent = [*slack.calls("chat.startStream"), *slack.calls("chat.appendStream")]
    assert all(len(call.values["markdown_text"]) <= 12_000 for call in sent)


def test_every_channel_names_itself_and_shows_the_same_sources() -> None:
    citation = CitationView(1, "x.pdf", "Gebühren", 3, "beträgt 30,70 Euro", True, "/documents/1/pages/3/?quote=x")
    answer = Answer("Es sind 30,70 Euro [1].", "de", "t", (citation,), label="KI")
    for slug, channel in CHANNELS.items():
        assert channel.slug == slug
        shown = str(channel.render(answer))
        assert "30,70 Euro [1]" in shown
        assert "/documents/1/pages/3/" in shown
