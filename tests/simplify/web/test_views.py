"""The page: for staff, with and without script, everything in the form and nothing on the server."""

import io
import json
import re
from collections.abc import AsyncGenerator
from dataclasses import replace
from html import unescape
from typing import Any
from urllib.parse import urlencode

import pytest
from asgiref.sync import async_to_sync
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import translation

from apps.chat.models import VisitorDay
from apps.chat.models.service_settings import ServiceRules
from apps.documents.models import Readers
from apps.llm.models import ChatModel, Endpoint, ModelOrder
from apps.simplify.models import Rewrite, WordList
from apps.simplify.rewriting import run_rewrite_child
from apps.simplify.rewriting.rewrite_text import RewriteProgress
from apps.simplify.web import render_download_files
from tests import factories
from tests.documents.office_files import docx
from tests.fakes.openai_server import FakeOpenAIServer

pytestmark = pytest.mark.usefixtures("shipped_rows")

TEXT = "Die Gebühr in Höhe von 30,00 € ist unverzüglich zu entrichten. Das Halten von Hunden ist untersagt."


def streamed(answer: Any) -> str:
    """All of a stream, as a client reads it."""

    async def gather() -> list[bytes]:
        return [part async for part in answer.streaming_content]

    return b"".join(async_to_sync(gather)()).decode()


@pytest.fixture
def staff(client: Client, editor: User) -> Client:
    client.force_login(editor)
    return client


def test_strangers_are_sent_to_the_login(client: Client, db: None) -> None:
    assert client.get("/simplify/").status_code == 302
    assert client.post("/simplify/", {"text": TEXT}).status_code == 302


def test_the_page_works_without_script(staff: Client) -> None:
    assert "Einfache Sprache (Entwurf)" in staff.get("/simplify/").content.decode()
    page = staff.post("/simplify/", {"text": TEXT, "text_type": "letter"}).content.decode()
    assert "<del>unverzüglich</del>" in page
    assert "<ins>sofort</ins>" in page
    assert page.count('name="sentence"') == 2
    assert 'name="choice-1"' in page
    assert "Leichte Sprache" not in page
    assert not Rewrite.objects.exists()


@pytest.mark.parametrize("path", ["/simplify/", "/simplify/sentences/"])
def test_where_models_are_switched_off_the_built_in_rules_write(
    staff: Client, openai_server: FakeOpenAIServer, path: str
) -> None:
    asks_first(openai_server)
    ServiceRules.objects.update_or_create(pk=1, defaults={"answers_are_on": False})
    answer = staff.post(path, {"text": TEXT, "text_type": "letter"})
    assert "sofort" in (streamed(answer) if answer.streaming else answer.content.decode())
    assert openai_server.requests == []


def test_texts_of_staff_are_no_questions_of_the_public(staff: Client, openai_server: FakeOpenAIServer) -> None:
    asks_first(openai_server)
    ServiceRules.objects.update_or_create(pk=1, defaults={"questions_per_day": 1})
    for _ in range(2):
        openai_server.requests.clear()
        staff.post("/simplify/", {"text": TEXT, "text_type": "letter"})
        assert openai_server.requests
    assert not VisitorDay.objects.exists()


def asks_first(server: FakeOpenAIServer) -> None:
    endpoint = Endpoint.objects.create(name="fake", base_url=server.base_url, api_key_variable="")
    model = ChatModel.objects.create(endpoint=endpoint, name="first")
    ModelOrder.objects.create(purpose="simplify", model=model, position=1)


def test_the_script_gets_each_sentence_as_html(staff: Client) -> None:
    answer = staff.post("/simplify/sentences/", {"text": TEXT})
    events = streamed(answer)
    assert re.findall(r"^event: (\w+)$", events, re.MULTILINE) == ["sentence", "sentence", "progress", "done"]
    assert "sentence-2" in events


@pytest.mark.parametrize("path", ["/simplify/", "/simplify/sentences/"])
@pytest.mark.parametrize(
    "text",
    ["", "   ", "Les personnes concernées peuvent déposer leur demande auprès du service compétent avant la fin."],
)
def test_what_cannot_be_rewritten_is_said_in_a_sentence(staff: Client, path: str, text: str) -> None:
    answer = staff.post(path, {"text": text})
    assert answer.status_code == 400


def decided(**values: str) -> dict[str, object]:
    sentences = [
        [1, "Alt eins.", "Neu eins.", " "],
        [2, "Alt zwei.", "Neu zwei.", "\n\n"],
        [3, "Alt drei.", "Neu drei.", ""],
    ]
    return {"sentence": [json.dumps(sentence) for sentence in sentences], **values}


def test_the_download_holds_what_was_decided(staff: Client) -> None:
    posted = decided(format="txt", **{"choice-1": "original", "after-2": "Mein Satz."})
    answer = staff.post("/simplify/download/", posted)
    assert answer.content.decode() == "Einfache Sprache (Entwurf)\n\nAlt eins. Mein Satz.\n\nNeu drei.\n"
    assert answer["Content-Disposition"] == 'attachment; filename="einfache-sprache.txt"'


def test_the_word_file_holds_the_same(staff: Client) -> None:
    from docx import Document

    answer = staff.post("/simplify/download/", decided(format="docx"))
    paragraphs = [paragraph.text for paragraph in Document(io.BytesIO(answer.content)).paragraphs]
    assert paragraphs == ["Einfache Sprache (Entwurf)", "Neu eins. Neu zwei.", "Neu drei."]


@pytest.mark.parametrize("sentence", ["no json", "[1]", "5", "null"])
def test_a_download_of_something_else_is_refused(staff: Client, sentence: str) -> None:
    assert staff.post("/simplify/download/", {"sentence": sentence}).status_code == 400


def test_a_second_pass_uses_what_was_decided_as_its_draft(staff: Client) -> None:
    page = staff.post("/simplify/", {"text": TEXT, "pass": "again", "instruction": "kürzer", **decided()})
    assert page.status_code == 200


def test_markup_in_a_text_stays_text(staff: Client) -> None:
    page = staff.post("/simplify/", {"text": "Der Antrag <script>alert(1)</script> ist unverzüglich zu stellen."})
    assert "<script>alert" not in page.content.decode()


@pytest.mark.parametrize("kind", ["txt", "docx"])
@pytest.mark.parametrize("sign", ["\x0b", "\x00", "\x1f", "\ufffe"])
def test_signs_that_no_file_can_hold_are_left_out_of_it(staff: Client, kind: str, sign: str) -> None:
    from docx import Document

    answer = staff.post("/simplify/download/", decided(format=kind, **{"after-1": f"Mein{sign}Satz."}))
    assert answer.status_code == 200
    content = io.BytesIO(answer.content)
    text = Document(content).paragraphs[1].text if kind == "docx" else answer.content.decode()
    assert "MeinSatz. Neu zwei." in text


def test_half_a_character_hidden_in_a_sentence_is_left_out_of_the_file(staff: Client) -> None:
    answer = staff.post("/simplify/download/", {"sentence": r'[1, "Alt\ud800.", "Neu\ud800.", " "]', "format": "docx"})
    assert answer.status_code == 200


@pytest.mark.parametrize("kind", ["txt", "docx"])
def test_a_text_of_100_000_characters_may_be_downloaded_without_script(staff: Client, kind: str) -> None:
    before, after = "Die Gebühr für den Hund ist hoch.", "Für den Hund zahlen Sie viel."
    values: dict[str, object] = {"text": before * 3_030, "format": kind}
    values["sentence"] = [json.dumps([number, before, after, " "]) for number in range(3_030)]
    for number in range(3_030):
        values |= {f"choice-{number}": "suggestion", f"after-{number}": after}
    answer = staff.post("/simplify/download/", urlencode(values, doseq=True), "application/x-www-form-urlencoded")
    assert answer.status_code == 200
    if kind == "txt":
        assert answer.content.decode().count(after) == 3_030


def test_what_the_script_joined_is_the_file(staff: Client) -> None:
    answer = staff.post("/simplify/download/", {"decided": "Alt eins. Mein\x0bSatz.\r\n", "format": "txt"})
    assert answer.content.decode() == "Einfache Sprache (Entwurf)\n\nAlt eins. MeinSatz.\n"


def test_all_four_forms_of_the_wiener_sachtextformel_are_shown(staff: Client) -> None:
    page = staff.post("/simplify/", {"text": TEXT}, headers={"accept-language": "de"}).content.decode()
    assert re.findall(r"Wiener Sachtextformel (\d)", page) == ["1", "2", "3", "4"]


def test_a_document_of_a_collection_can_be_the_text(staff: Client) -> None:
    made = factories.document([TEXT, "Zweite Seite."], external_id="ordner/satzung & mehr.pdf")
    link = f"/simplify/?{urlencode({'document': made.external_id, 'collection': made.collection.slug})}"
    page = staff.get(link).content.decode()
    assert f"{TEXT}\n\nZweite Seite." in page
    root = User.objects.create_superuser("root")
    admin = Client()
    admin.force_login(root)
    assert link.replace("&", "&amp;").replace("+", "%20") in admin.get(
        f"/admin/documents/document/{made.pk}/change/"
    ).content.decode().replace("+", "%20")


@pytest.mark.parametrize("readers", [Readers.GROUPS, None], ids=["not for this person", "there is none"])
def test_a_document_that_this_person_may_not_read_is_said_to_be_unknown(staff: Client, readers: str | None) -> None:
    if readers:
        factories.document([TEXT], collection=factories.collection("geheim", readers=readers), external_id="a.pdf")
    page = staff.get("/simplify/?document=a.pdf&collection=geheim\0").content.decode()
    assert "Gebühr" not in page
    assert "a.pdf" in page.split('role="alert">')[1].split("</p>")[0]


@pytest.mark.parametrize("path", ["/simplify/sentences/", "/api/v1/simplify"])
def test_a_stream_that_breaks_ends_with_a_sentence(
    staff: Client, path: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def breaks(*_parts: Any, **_options: Any) -> AsyncGenerator[Any, None]:
        yield RewriteProgress(1, 2)
        raise ZeroDivisionError

    monkeypatch.setattr("apps.simplify.web.views.rewrite", breaks)
    monkeypatch.setattr("config.api.resources.simplify.rewrite", breaks)
    page = path.startswith("/simplify")
    body: Any = {"text": TEXT} if page else json.dumps({"text": TEXT})
    content = {} if page else {"content_type": "application/json"}
    with translation.override("en"):
        answer = staff.post(path, body, headers={"accept": "text/event-stream"}, **content)
        events = streamed(answer)
    assert answer["X-Accel-Buffering"] == "no"
    assert "no-store" in answer["Cache-Control"]
    assert re.findall(r"^event: (\w+)$", events, re.MULTILINE) == ["progress", "error"]
    error = json.loads(events.split("data: ")[-1])
    assert error["message"].endswith(".")
    assert error["code"] == "failed"
    assert "ZeroDivisionError" in caplog.text


def test_the_choice_of_organisations_says_that_without_one_the_general_lists_hold(staff: Client) -> None:
    WordList.objects.create(name="Kasse", organisation="Kasse")
    WordList.objects.create(name="Alt", organisation="Früher", is_active=False)
    page = staff.get("/simplify/", headers={"accept-language": "en"}).content.decode()
    options = re.findall(r"<option[^>]*>([^<]*)</option>", page.split('id="id_organisation"')[1].split("</select>")[0])
    assert options[1:] == ["Kasse"]
    assert options[0] in ("the general lists only", "nur die allgemeinen Listen")


def test_a_long_text_becomes_a_word_file_in_a_process_of_its_own(
    staff: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    from docx import Document

    def refuse(_text: str) -> bytes:
        raise AssertionError("made in the web process")

    monkeypatch.setattr(render_download_files, "render_docx", refuse)
    text = "– erstens\n– zweitens\n\nEin Satz.\n\n" * 1_000
    answer = staff.post("/simplify/download/", {"decided": text, "format": "docx"})
    paragraphs = Document(io.BytesIO(answer.content)).paragraphs
    assert len(paragraphs) == 3_001
    assert [(one.text, one.style.name) for one in paragraphs[1:4]] == [  # type: ignore[union-attr]
        ("erstens", "List Bullet"),
        ("zweitens", "List Bullet"),
        ("Ein Satz.", "Normal"),
    ]


def test_a_text_that_is_longer_than_any_rewrite_becomes_no_word_file(staff: Client) -> None:
    answer = staff.post("/simplify/download/", {"decided": "– a\n" * 60_000, "format": "docx"})
    assert answer.status_code == 400
    assert "200000" in answer.content.decode()


def test_a_word_file_that_takes_too_much_is_answered_with_a_sentence(
    staff: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_rewrite_child, "LIMITS", replace(run_rewrite_child.LIMITS, cpu_seconds=1))
    answer = staff.post("/simplify/download/", {"decided": "– a\n" * 45_000, "format": "docx"})
    assert answer.status_code == 400
    assert "divide it" in answer.content.decode() or "teilen" in answer.content.decode()


def word_file(data: bytes = b"") -> SimpleUploadedFile:
    return SimpleUploadedFile("brief.docx", data or docx("Die Gebühr ist unverzüglich zu entrichten."))


def test_a_word_file_is_rewritten_and_goes_back_with_its_form(staff: Client) -> None:
    from docx import Document

    page = staff.post("/simplify/", {"file": word_file(), "pass": "first"}).content.decode()
    sentences = [unescape(packed) for packed in re.findall(r'name="sentence" value="([^"]*)"', page)]
    assert [json.loads(packed)[1] for packed in sentences] == [
        "Abschnitt 1", "Die Gebühr ist unverzüglich zu entrichten.",
    ]  # fmt: skip
    assert "Abschnitt 1\n\nDie Gebühr ist unverzüglich zu entrichten.</textarea>" in page
    posted = {"sentence": sentences, "format": "docx", "after-2": "Zahlen Sie sofort."}
    made = Document(io.BytesIO(staff.post("/simplify/download/", posted | {"file": word_file()}).content))
    expected = [("Abschnitt 1", "Heading 1"), ("Zahlen Sie sofort.", "Normal")]
    assert [(one.text, one.style and one.style.name) for one in made.paragraphs[1:]] == expected
    joined = json.dumps([["Abschnitt 1", "Teil 1", "\n\n"]])
    posted = {"decided_sentences": joined, "format": "docx", "file": word_file()}
    made = Document(io.BytesIO(staff.post("/simplify/download/", posted).content))
    assert (made.paragraphs[1].text, made.paragraphs[1].style and made.paragraphs[1].style.name) == (
        "Teil 1", "Heading 1",
    )  # fmt: skip
    of_another = json.dumps([["Ein anderer Brief.", "Noch einer.", "\n\n"]])
    refused = staff.post("/simplify/download/", posted | {"decided_sentences": of_another, "file": word_file()})
    assert (refused.status_code, "nicht die Word-Datei" in refused.content.decode()) == (400, True)


@pytest.mark.parametrize("data", [b"%PDF-1.7\n", b"nur Text", b""])
@pytest.mark.parametrize("path", ["/simplify/", "/simplify/sentences/", "/simplify/download/"])
def test_what_is_no_word_file_is_refused_with_a_sentence(staff: Client, path: str, data: bytes) -> None:
    upload = SimpleUploadedFile("brief.docx", data)
    answer = staff.post(path, {"file": upload, "sentence": [], "format": "docx"})
    assert answer.status_code == 400
    assert re.search(r"Word|empty|leer", answer.content.decode())
