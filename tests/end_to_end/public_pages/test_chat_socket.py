"""The chat page against a scripted socket: what a real server does seldom, the page must survive."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

pytestmark = [pytest.mark.browser, pytest.mark.django_db]

QUESTION = "Wie hoch ist die Steuer?"
Script = Callable[[dict[str, Any], Callable[..., None]], None]
"""Gets each frame of the page and a function that sends frames back."""


def scripted(page: Page, script: Script) -> list[WebSocketRoute]:
    """Answers the page's socket by the script. The list grows with every connection."""
    connections: list[WebSocketRoute] = []

    def connect(socket: WebSocketRoute) -> None:
        connections.append(socket)

        def send(kind: str, **values: Any) -> None:
            socket.send(json.dumps({"type": kind, **values}))

        send("hello", protocol=1, notice="KI")
        socket.on_message(lambda text: script(json.loads(text), send))

    page.route_web_socket("**/ws/chat/", connect)
    page.route("**/conversations/restore", lambda route: route.fulfill(json={"conversation": "", "turns": []}))
    return connections


def ask(page: Page) -> None:
    page.goto("/")
    page.get_by_label("Ihre Frage").fill(QUESTION)
    page.keyboard.press("Enter")


def done(**values: Any) -> dict[str, Any]:
    return {
        "turn": "turn-1",
        "conversation": "token-1",
        "state": "done",
        "answer_html": "<p>Sie beträgt 96 Euro.</p>",
    } | values


def citation(number: int) -> dict[str, Any]:
    return {
        "number": number, "external_id": "a.pdf", "title": f"Satzung {number}", "page": number,
        "quote": "Sie beträgt 96 Euro.", "verified": True, "url": f"/documents/{number}/pages/1/",
    }  # fmt: skip


def test_the_answer_streams_as_text_and_is_swapped_once(page: Page) -> None:
    pieces = ["Sie beträgt ", "**96 Euro** <b>", " [1]."]

    def script(frame: dict[str, Any], send: Callable[..., None]) -> None:
        if frame["type"] == "ask":
            send("status", id=frame["id"], seq=1, step="searching")
            for seq, piece in enumerate(pieces, start=2):
                send("delta", id=frame["id"], seq=seq, text=piece)
        if frame["type"] == "stop":
            send("done", id=frame["id"], seq=9, **done(answer_html="<p>Sie beträgt <strong>96 Euro</strong>.</p>"))

    scripted(page, script)
    ask(page)
    expect(page.locator(".status")).to_have_text("Die Dokumente werden durchsucht …")
    expect(page.locator(".answer-text")).to_have_text("".join(pieces))
    expect(page.locator(".answer-text b, .answer-text strong")).to_have_count(0)
    page.get_by_role("button", name="Antwort anhalten").click()
    expect(page.locator(".answer-text strong")).to_have_text("96 Euro")
    expect(page.locator(".status")).to_be_hidden()


def test_escape_stops_the_answer(page: Page) -> None:
    seen: list[str] = []

    def script(frame: dict[str, Any], send: Callable[..., None]) -> None:
        seen.append(frame["type"])
        if frame["type"] == "ask":
            send("delta", id=frame["id"], seq=1, text="Sie beträgt")
        else:
            send("done", id=frame["id"], seq=2, **done(state="interrupted"))

    scripted(page, script)
    ask(page)
    expect(page.locator("#stop")).to_be_visible()
    expect(page.locator("#send")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator("#send")).to_be_visible()
    assert seen == ["ask", "stop"]


def test_an_answer_that_broke_off_offers_the_question_again(page: Page) -> None:
    asked: list[dict[str, Any]] = []

    def script(frame: dict[str, Any], send: Callable[..., None]) -> None:
        if frame["type"] == "ask":
            asked.append(frame)
            broken = [{"kind": "interrupted", "text": "Die Antwort ist abgebrochen."}] if len(asked) == 1 else []
            send("done", id=frame["id"], seq=1, **done(turn=f"turn-{len(asked)}", warnings=broken))

    scripted(page, script)
    ask(page)
    page.get_by_role("button", name="Noch einmal versuchen").click()
    expect(page.locator(".turn")).to_have_count(2)
    expect(page.locator(".turn").last.get_by_role("button", name="Noch einmal versuchen")).to_be_hidden()
    assert asked[0]["text"] == asked[1]["text"]
    assert asked[0]["id"] != asked[1]["id"], "the old id leads to the answer that broke off"


def test_a_broken_connection_is_resumed_and_nothing_is_shown_twice(page: Page) -> None:
    frames: list[dict[str, Any]] = []

    def script(frame: dict[str, Any], send: Callable[..., None]) -> None:
        frames.append(frame)
        if frame["type"] == "ask":
            send("status", id=frame["id"], seq=1, step="answering", conversation="token-1")
            send("delta", id=frame["id"], seq=2, text="Erster Teil. ")
        else:
            send("delta", id=frames[0]["id"], seq=2, text="Erster Teil. ")
            send("delta", id=frames[0]["id"], seq=3, text="Zweiter Teil.")

    connections = scripted(page, script)
    ask(page)
    expect(page.locator(".answer-text")).to_have_text("Erster Teil.")
    connections[0].close()
    expect(page.locator(".answer-text")).to_have_text("Erster Teil. Zweiter Teil.")
    assert frames[1] == {"type": "resume", "conversation": "token-1", "after": 2}


def test_without_a_connection_the_page_says_so_and_the_answer_can_be_stopped(page: Page) -> None:
    def script(frame: dict[str, Any], send: Callable[..., None]) -> None:
        send("status", id=frame["id"], seq=1, step="answering", conversation="token-1")

    connections = scripted(page, script)
    ask(page)
    expect(page.locator(".status")).to_have_text("Die Antwort wird geschrieben …")
    page.route_web_socket("**/ws/chat/", lambda socket: socket.close())
    connections[0].close()
    expect(page.locator(".status")).to_have_text("Die Verbindung ist unterbrochen und wird wiederhergestellt …")
    page.keyboard.press("Escape")
    expect(page.locator(".failure")).to_contain_text("Ihre Frage ist noch da")
    expect(page.locator("#send")).to_be_visible()


def test_word_of_changes_is_offered_only_where_there_may_be_some(page: Page) -> None:
    offered = iter((True, False))

    def script(frame: dict[str, Any], send: Callable[..., None]) -> None:
        send("done", id=frame["id"], seq=1, **done(may_subscribe=next(offered)))

    scripted(page, script)
    ask(page)
    bells = page.get_by_role("button", name="Bescheid geben, wenn sich diese Antwort ändert")
    expect(bells).to_have_count(1)
    page.get_by_label("Ihre Frage").fill("asdf qwer")
    page.keyboard.press("Enter")
    expect(page.locator(".turn")).to_have_count(2)
    expect(page.locator(".answer-text").nth(1)).to_have_text("Sie beträgt 96 Euro.")
    expect(bells).to_have_count(1)


def test_after_a_reload_the_last_answer_is_in_view(page: Page) -> None:
    long = "<p>Sie beträgt 96 Euro.</p>" * 40

    def script(frame: dict[str, Any], send: Callable[..., None]) -> None:
        send("done", id=frame["id"], seq=1, **done(answer_html=long))

    scripted(page, script)
    ask(page)
    expect(page.locator("#send")).to_be_visible()
    page.get_by_label("Ihre Frage").fill("Und für den zweiten Hund?")
    page.keyboard.press("Enter")
    expect(page.locator(".turn").last.get_by_text("96 Euro").last).to_be_attached()
    expect(page.locator("#send")).to_be_visible()  # what is not done yet scrolls once more
    page.evaluate("scrollTo(0, 0)")
    page.reload()
    expect(page.locator(".turn .question").last).to_be_in_viewport()


def test_a_source_that_is_slow_to_come_shows_that_it_comes(page: Page) -> None:
    def script(frame: dict[str, Any], send: Callable[..., None]) -> None:
        send("sources", id=frame["id"], seq=1, citations=[citation(1)])
        send("done", id=frame["id"], seq=2, **done(citations=[citation(1)]))

    asked: list[Route] = []
    scripted(page, script)
    page.route("**/documents/1/pages/1/", lambda route: asked.append(route))
    ask(page)
    link = page.locator(".source a")
    link.click()
    expect(link).to_have_attribute("aria-busy", "true")
    link.click()
    asked[0].fulfill(body='<h1>Satzung</h1><div class="reading">Sie beträgt 96 Euro.</div>', content_type="text/html")
    expect(page.locator("#source-panel")).to_be_visible()
    expect(link).not_to_have_attribute("aria-busy", "true")
    assert len(asked) == 1


def test_a_question_that_got_no_reply_is_asked_again_with_its_id(page: Page) -> None:
    frames: list[dict[str, Any]] = []

    def script(frame: dict[str, Any], send: Callable[..., None]) -> None:
        frames.append(frame)
        if len(frames) == 1:
            connections[0].close()
        else:
            send("done", id=frame["id"], seq=1, **done())

    connections = scripted(page, script)
    ask(page)
    expect(page.locator(".answer-text")).to_have_text("Sie beträgt 96 Euro.")
    assert frames[0] == frames[1]


def test_a_reload_in_the_middle_joins_the_running_answer(page: Page) -> None:
    frames: list[dict[str, Any]] = []

    def script(frame: dict[str, Any], send: Callable[..., None]) -> None:
        frames.append(frame)
        send("delta", id=frame["id"], seq=1, text="Erster Teil. ")
        if len(frames) == 2:
            send("done", id=frame["id"], seq=2, **done())

    scripted(page, script)
    ask(page)
    expect(page.locator(".answer-text")).to_have_text("Erster Teil.")
    page.reload()
    expect(page.locator(".answer-text")).to_have_text("Sie beträgt 96 Euro.")
    assert frames[0] == frames[1]
    page.reload()
    expect(page.locator(".turn")).to_have_count(1)
    assert len(frames) == 2


def test_an_error_is_a_sentence_and_can_be_tried_again(page: Page) -> None:
    ids: list[str] = []

    def script(frame: dict[str, Any], send: Callable[..., None]) -> None:
        ids.append(frame["id"])
        if len(ids) == 1:
            send("error", id=frame["id"], code="unavailable", message="Bitte warten Sie kurz.", retry_after=3)
        else:
            send("done", id=frame["id"], seq=1, **done())

    scripted(page, script)
    ask(page)
    expect(page.locator(".failure")).to_contain_text("Bitte warten Sie kurz.")
    page.get_by_role("button", name="Noch einmal versuchen").click()
    expect(page.locator(".answer-text")).to_have_text("Sie beträgt 96 Euro.")
    expect(page.locator(".turn")).to_have_count(1)
    assert ids[0] != ids[1]


def test_a_message_too_many_ends_no_answer_that_has_begun(page: Page) -> None:
    def script(frame: dict[str, Any], send: Callable[..., None]) -> None:
        send("delta", id=frame["id"], seq=1, text="Sie beträgt")
        send("error", code="rate_limited", message="Zu viele Nachrichten.", retry_after=1)
        send("error", turn="an older one", code="database_unavailable", message="Später.", retry_after=5)
        send("done", id=frame["id"], seq=2, **done())

    scripted(page, script)
    ask(page)
    expect(page.locator(".answer-text")).to_have_text("Sie beträgt 96 Euro.")
    expect(page.locator(".failure")).to_be_hidden()


def test_what_may_be_stored_once_the_database_is_back_is_asked_again_as_the_same_question(page: Page) -> None:
    ids: list[str] = []

    def script(frame: dict[str, Any], send: Callable[..., None]) -> None:
        ids.append(frame["id"])
        if len(ids) == 1:
            send("error", id=frame["id"], code="database_unavailable", message="Bitte warten Sie.", retry_after=5)
        else:
            send("done", id=frame["id"], seq=1, **done())

    scripted(page, script)
    ask(page)
    page.get_by_role("button", name="Noch einmal versuchen").click()
    expect(page.locator(".answer-text")).to_have_text("Sie beträgt 96 Euro.")
    assert ids[0] == ids[1]


def test_three_sources_are_shown_and_five_more_each_time(page: Page) -> None:
    def script(frame: dict[str, Any], send: Callable[..., None]) -> None:
        send("sources", id=frame["id"], seq=1, citations=[citation(number) for number in range(1, 11)])
        send("done", id=frame["id"], seq=2, **done())

    scripted(page, script)
    ask(page)
    expect(page.locator(".source:visible")).to_have_count(3)
    more = page.get_by_role("button", name="Weitere Quellen")
    more.click()
    expect(page.locator(".source:visible")).to_have_count(8)
    expect(page.locator(".source a").nth(3)).to_be_focused()
    more.click()
    expect(page.locator(".source:visible")).to_have_count(10)
    expect(more).to_be_hidden()


def test_what_is_not_proved_is_said_in_words(page: Page) -> None:
    html = '<p><span class="unproved">Sie steigt. <small class="unproved-hint">(nicht belegt)</small></span></p>'
    warnings = [{"kind": "unsupported_number", "text": "99 Euro"}, {"kind": "unproved_sentence", "text": "Sie steigt."}]

    def script(frame: dict[str, Any], send: Callable[..., None]) -> None:
        send("sources", id=frame["id"], seq=1, citations=[citation(1) | {"verified": False, "url": ""}])
        send("done", id=frame["id"], seq=2, **done(answer_html=html, warnings=warnings))

    scripted(page, script)
    ask(page)
    expect(page.locator(".unproved-hint")).to_be_visible()
    expect(page.locator(".warnings li")).to_have_text(["Steht auf keiner zitierten Seite: 99 Euro"])
    expect(page.locator(".source .unproved")).to_contain_text("Nicht belegt")
    expect(page.locator(".source a[href]")).to_have_count(0)


def test_a_question_refused_for_personal_data_comes_back_to_be_changed(page: Page) -> None:
    def script(frame: dict[str, Any], send: Callable[..., None]) -> None:
        if frame["type"] == "ask":
            send(
                "error", id=frame["id"], code="personal_data", message="Ihre Frage enthält eine IBAN.", retry_after=None
            )

    scripted(page, script)
    ask(page)
    expect(page.locator(".failure")).to_contain_text("Ihre Frage enthält eine IBAN.")
    expect(page.get_by_role("button", name="Noch einmal versuchen")).to_be_hidden()
    expect(page.get_by_label("Ihre Frage")).to_have_value(QUESTION)
    expect(page.get_by_label("Ihre Frage")).to_be_focused()


def announced_behind(page: Page, *frames: dict[str, Any]) -> list[str]:
    """What a screen reader is told of a question that is answered by these frames."""

    def script(frame: dict[str, Any], send: Callable[..., None]) -> None:
        for seq, values in enumerate(frames, start=1):
            send(**{"id": frame["id"], "seq": seq, **values})

    scripted(page, script)
    ask(page)
    expect(page.locator("#send")).to_be_visible()
    return page.locator("#announcer p").all_inner_texts()


def test_a_refusal_is_announced_in_its_own_words(page: Page) -> None:
    refusal = "<p>Die Dokumente beantworten diese Frage nicht.</p><ul><li>Satzung, Seite 1</li></ul>"
    announced = announced_behind(
        page,
        {"kind": "delta", "text": "Vermutlich 96 Euro"},
        {"kind": "done", **done(state="refused", answer_html=refusal)},
    )
    assert announced == ["Die Dokumente beantworten diese Frage nicht.", "Satzung, Seite 1"]


def test_a_stopped_answer_is_announced_as_incomplete_and_nobodys_if_it_says_nothing(page: Page) -> None:
    notice = '<p class="answer-notice">Sie haben diese Antwort angehalten; sie ist unvollständig.</p>'
    announced = announced_behind(page, {"kind": "done", **done(state="stopped", answer_html=notice)})
    assert announced == ["Sie haben diese Antwort angehalten; sie ist unvollständig."]
    expect(page.locator(".turn .label")).to_be_hidden()


@pytest.mark.parametrize("kind", ["cut_off", "content_filter"])
def test_an_answer_that_was_cut_off_is_not_announced_as_complete(page: Page, kind: str) -> None:
    notice = "Die Antwort wurde zu lang und ist abgeschnitten; sie ist unvollständig."
    html = f'<p>Sie beträgt 96 Euro.</p><p class="answer-notice">{notice}</p>'
    announced = announced_behind(
        page, {"kind": "done", **done(answer_html=html, warnings=[{"kind": kind, "text": notice}])}
    )
    assert announced[-1] == notice


def test_the_sources_that_are_announced_are_the_pages_below_the_answer(page: Page) -> None:
    quotes = [citation(1), citation(1), citation(2)]
    announced = announced_behind(page, {"kind": "sources", "citations": quotes}, {"kind": "done", **done()})
    assert announced == ["Die Antwort ist vollständig. Quellen: 2."]


def test_no_sentence_is_announced_in_pieces_behind_the_full_stop_of_a_number(page: Page) -> None:
    pieces = ["- Es öffnet am 9. ", "Mai um 10.00 ", "Uhr [1].\n", "- Heute nicht. [2] ", "Morgen", " schon."]
    announced = announced_behind(
        page, *({"kind": "delta", "text": piece} for piece in pieces), {"kind": "done", **done(state="interrupted")}
    )
    assert announced == ["Es öffnet am 9. Mai um 10.00 Uhr.", "Heute nicht.", "Morgen schon."]


@pytest.mark.visitor(locale="ar")
def test_the_bullets_of_a_german_list_stand_on_its_left_on_an_arabic_page(page: Page) -> None:
    def script(frame: dict[str, Any], send: Callable[..., None]) -> None:
        if frame["type"] == "ask":
            send("done", id=frame["id"], seq=1, **done(answer_html="<ul><li>Sie beträgt 96 Euro.</li></ul>"))

    scripted(page, script)
    page.goto("/")
    page.locator("#question").fill(QUESTION)
    page.keyboard.press("Enter")
    expect(page.locator(".answer-text ul")).to_have_css("direction", "ltr")
    expect(page.locator("html")).to_have_css("direction", "rtl")


def test_after_a_broken_connection_the_answer_of_another_tab_is_not_waited_for(page: Page) -> None:
    frames: list[dict[str, Any]] = []

    def script(frame: dict[str, Any], send: Callable[..., None]) -> None:
        frames.append(frame)
        if frame["type"] == "resume":
            send("status", id="of-another-tab", seq=4, step="answering", conversation="token-1")
            return
        send("delta", id=frame["id"], seq=1, text="Erster Teil. ", conversation="token-1")
        if len(frames) > 1:
            send("done", id=frame["id"], seq=2, **done())

    connections = scripted(page, script)
    ask(page)
    expect(page.locator(".answer-text")).to_have_text("Erster Teil.")
    connections[0].close()
    expect(page.locator(".answer-text")).to_have_text("Sie beträgt 96 Euro.")
    assert [frame["type"] for frame in frames] == ["ask", "resume", "ask"]
    assert frames[0]["id"] == frames[2]["id"]


def test_a_server_that_ends_each_connection_upon_the_question_is_given_up(page: Page) -> None:
    connections: list[WebSocketRoute] = []

    def connect(socket: WebSocketRoute) -> None:
        connections.append(socket)
        socket.send(json.dumps({"type": "hello", "protocol": 1, "notice": "KI"}))
        socket.on_message(lambda _text: socket.close())

    page.route_web_socket("**/ws/chat/", connect)
    page.clock.install()
    ask(page)
    for _pause in range(12):
        page.clock.run_for(16_000)
    expect(page.locator(".failure")).to_contain_text("Ihre Frage ist noch da")
    assert len(connections) <= 9


def test_a_question_is_not_taken_off_the_page_while_another_one_is_answered(page: Page) -> None:
    def script(frame: dict[str, Any], send: Callable[..., None]) -> None:
        if frame["text"] == QUESTION:
            send("error", id=frame["id"], code="unavailable", message="Bitte warten Sie kurz.", retry_after=3)
        else:
            send("delta", id=frame["id"], seq=1, text="Erster Teil. ")

    scripted(page, script)
    ask(page)
    expect(page.locator(".failure")).to_contain_text("Bitte warten Sie kurz.")
    page.get_by_label("Ihre Frage").fill("Und was noch?")
    page.keyboard.press("Enter")
    expect(page.locator(".answer-text").last).to_have_text("Erster Teil.")
    page.get_by_role("button", name="Noch einmal versuchen").click()
    expect(page.locator(".turn")).to_have_count(2)


def test_an_answer_that_comes_late_does_not_enter_the_new_conversation(page: Page) -> None:
    asked: list[Callable[[], None]] = []

    def script(frame: dict[str, Any], send: Callable[..., None]) -> None:
        send("delta", id=frame["id"], seq=1, text="Erster Teil. ", conversation="token-1")
        asked.append(lambda: send("done", id=frame["id"], seq=2, **done()))

    scripted(page, script)
    ask(page)
    expect(page.locator(".answer-text")).to_have_text("Erster Teil.")
    # The next page is slow to come; meanwhile the answer ends.
    page.evaluate("document.getElementById('new-conversation').addEventListener('click', (e) => e.preventDefault())")
    page.get_by_role("link", name="Neues Gespräch").click()
    asked[0]()
    page.wait_for_timeout(300)
    kept = json.loads(page.evaluate("sessionStorage.getItem('auskunft-conversation')"))
    assert (kept["turns"], kept["conversation"]) == ([], None)
    assert not json.loads(page.evaluate("localStorage.getItem('auskunft-conversations')") or "[]")


def test_new_conversation_in_the_list_begins_a_new_one(page: Page) -> None:
    scripted(page, lambda frame, send: send("done", id=frame["id"], seq=1, **done()))
    ask(page)
    expect(page.locator(".answer-text")).to_have_text("Sie beträgt 96 Euro.")
    page.goto("/conversations/")
    page.get_by_role("link", name="Neues Gespräch").click()
    expect(page.locator("#chat")).to_have_attribute("data-ready", "yes")
    expect(page.locator(".turn")).to_have_count(0)


def test_what_could_not_be_deleted_stays_in_the_list(page: Page) -> None:
    scripted(page, lambda frame, send: send("done", id=frame["id"], seq=1, **done()))
    ask(page)
    expect(page.locator(".answer-text")).to_have_text("Sie beträgt 96 Euro.")
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto("/conversations/")
    page.route("**/conversations/delete-all", lambda route: route.fulfill(body="Gleich wieder."))
    page.get_by_role("button", name="Alle löschen").click()
    expect(page.get_by_text("Gleich wieder.")).to_be_visible()
    page.unroute("**/conversations/delete-all")
    page.goto("/conversations/")
    expect(page.locator("#kept-list > *")).to_have_count(1)
    page.route("**/conversations/restore", lambda route: route.fulfill(body="Gleich wieder."))
    page.locator("#kept-list button").first.click()
    expect(page.locator("#kept-said")).to_have_text(
        "Das lässt sich gerade nicht öffnen. Bitte versuchen Sie es noch einmal."
    )
    page.get_by_role("button", name="Alle löschen").click()
    expect(page.get_by_role("heading")).to_contain_text("Gelöschte Gespräche")
    page.wait_for_load_state("networkidle")
    page.goto("/conversations/")
    expect(page.locator("#kept-list > *")).to_have_count(0)


def test_a_source_that_was_withdrawn_meanwhile_leaves_the_tab_with_a_reload(page: Page) -> None:
    quote = citation(1)

    def script(frame: dict[str, Any], send: Callable[..., None]) -> None:
        send("sources", id=frame["id"], seq=1, citations=[quote], conversation="token-1")
        send("done", id=frame["id"], seq=2, **done(citations=[quote]))

    scripted(page, script)
    ask(page)
    expect(page.locator(".answer-text")).to_have_text("Sie beträgt 96 Euro.")
    covered = done(citations=[quote | {"withdrawn": True, "quote": "", "url": ""}], answer_html="<p>▇▇▇▇</p>")
    record = {"question": QUESTION, "citations": covered["citations"], "done": covered}
    stored = {"conversation": "token-1", "turns": [record]}
    page.route("**/conversations/restore", lambda route: route.fulfill(json=stored))
    page.reload()
    expect(page.locator(".answer-text")).to_have_text("▇▇▇▇")
    expect(page.get_by_text("zurückgezogen")).to_be_visible()
    assert "96 Euro" not in page.evaluate("sessionStorage.getItem('auskunft-conversation')")
