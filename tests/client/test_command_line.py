"""`auskunft` on its own: what it says and in which language, what it refuses to send, completion, exit statuses."""

import ast
import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from auskunft_client import texts, uploads
from auskunft_client.errors import DONE, FAILED, NOT_REACHED, NOTHING_FOUND, WRONG_USE, ClientError
from auskunft_client.main import main
from auskunft_client.service import Service, own_token
from auskunft_client.terminal import Terminal
from auskunft_client.uploads import files_of, form_head
from tests.fakes.document_host import DocumentHost, head

CLIENT = Path(texts.__file__).parent
PLACEHOLDER = re.compile(r"%\([a-z]+\)s")


class FakeTerminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (
        "AUSKUNFT_URL",
        "AUSKUNFT_TOKEN",
        "AUSKUNFT_TOKEN_FILE",
        "NO_COLOR",
        "LANGUAGE",
        "LC_ALL",
        "LC_MESSAGES",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.setenv("TERM", "xterm")


def said_texts() -> set[str]:
    """First arguments of all calls of `say`."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in CLIENT.glob("*.py")]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    named = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "say"]
    return {call.args[0].value for call in named if isinstance(call.args[0], ast.Constant)}


def test_every_text_is_there_in_german_with_its_values() -> None:
    german = texts.german()
    assert said_texts() == set(german)
    for english, translated in german.items():
        assert sorted(PLACEHOLDER.findall(english)) == sorted(PLACEHOLDER.findall(translated))


def test_the_language_is_that_of_the_person(monkeypatch: pytest.MonkeyPatch) -> None:
    assert texts.say("Sources") == "Sources"
    monkeypatch.setenv("LC_MESSAGES", "de_DE.UTF-8")
    assert texts.say("Sources") == "Quellen"
    monkeypatch.setenv("LANGUAGE", "fr:de")
    assert texts.say("Sources") == "Sources"


@pytest.mark.parametrize(
    ("out", "colour", "coloured"),
    [
        (FakeTerminal(), "auto", True),
        (FakeTerminal(), "never", False),
        (io.StringIO(), "auto", False),
        (io.StringIO(), "always", True),
    ],
)
def test_colours_are_for_terminals(out: io.StringIO, colour: str, coloured: bool) -> None:
    assert ("\x1b[" in Terminal(out, colour).style("belegt", "green")) is coloured


def test_no_color_is_heeded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert Terminal(FakeTerminal()).style("belegt", "green") == "belegt"


def test_control_characters_of_documents_reach_no_terminal() -> None:
    out = FakeTerminal()
    terminal = Terminal(out, "never")
    terminal.paragraph("Gebühr \x1b]0;owned\x07 \u202e30 Euro\x9b2J\r\nzweite Zeile")
    terminal.line(terminal.style("Titel\x1b[2J", "bold"))
    assert not re.search(r"[\x1b\x07\x9b\r\u202e]", out.getvalue())
    assert "zweite Zeile" in out.getvalue()


@pytest.mark.parametrize(
    "url", ["ftp://amt.example", "amt.example", "https://", "https://a:b@amt.example", "http://x:99999"]
)
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(ClientError) as refused:
        Service(url)
    assert refused.value.status == WRONG_USE


def test_a_token_is_not_sent_in_the_clear() -> None:
    with pytest.raises(ClientError, match="unencrypted"):
        Service("http://amt.example", "geheim")
    Service("http://localhost:8000", "geheim")
    Service("https://amt.example", "geheim")


def test_a_token_is_not_carried_along_by_a_redirect() -> None:
    with DocumentHost() as host, DocumentHost() as other:
        host.redirect("/readyz", other.url("/readyz"))
        with pytest.raises(ClientError):
            Service(f"http://{host.entry}", "geheim").get("/readyz")
        assert host.asked[0].headers["authorization"] == "Bearer geheim"
        assert other.asked == []


def test_a_token_may_stand_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "token"
    file.write_text("geheim\n")
    monkeypatch.setenv("AUSKUNFT_TOKEN_FILE", str(file))
    assert own_token() == "geheim"
    monkeypatch.setenv("AUSKUNFT_TOKEN_FILE", str(tmp_path / "none"))
    with pytest.raises(ClientError):
        own_token()


@pytest.mark.parametrize(
    "words",
    [
        ["--url", "ftp://here", "status"],
        ["status", "--url", "ftp://here"],
        ["--url", "x://y", "status", "--url", "ftp://here"],
    ],
)
def test_the_address_may_stand_before_or_behind_the_command(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, "--colour", "never"]) == WRONG_USE
    assert "ftp://here" in capsys.readouterr().err


def test_nobody_there_is_a_sentence_and_a_status_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    with DocumentHost() as host:
        address = f"http://{host.entry}"
    assert main(["--url", address, "status"]) == NOT_REACHED
    said = capsys.readouterr()
    assert said.out == ""
    assert address in said.err


def test_something_else_than_the_service_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with DocumentHost() as host:
        host.answers["/readyz"] = lambda asked: [head(200, **{"Content-Length": "6"}), b"<html>"]
        assert main(["--url", f"http://{host.entry}", "status"]) == 1
    assert "no JSON" in capsys.readouterr().err


def test_an_answer_that_breaks_off_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with DocumentHost() as host:
        host.script("/readyz", b"HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{")
        assert main(["--url", f"http://{host.entry}", "status"]) == NOT_REACHED
    assert "broke" in capsys.readouterr().err


def test_folders_are_sent_whole_but_for_hidden_files(tmp_path: Path) -> None:
    for name in ("a.txt", "unten/b.txt", ".git/c.txt", "unten/.d"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    assert [name for _path, name in files_of([str(tmp_path)])] == ["a.txt", "unten/b.txt"]
    assert [name for _path, name in files_of([str(tmp_path / "a.txt")])] == ["a.txt"]
    with pytest.raises(ClientError):
        list(files_of([str(tmp_path / "none")]))


def test_a_file_name_ends_no_header() -> None:
    form = form_head({"collection": "amt"}, 'a"\r\nX-Evil: 1.txt', "grenze").decode()
    assert form.count("\r\nX-Evil") == 0
    assert 'filename="a%22' in form


def test_files_that_cannot_be_sent_are_told_in_the_json_and_stop_no_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.txt").write_text("Die Gebühr.")
    (tmp_path / "z.txt").write_text("Die Steuer.")
    file = tmp_path / os.fsdecode(b"\xe4lter.txt")
    file.write_text("Alt.")
    sent = {"id": 7, "external_id": "z.txt", "status": "queued"}
    answers = iter([as_json(400, {"error": {"message": "Zu gross."}}), *[as_json(201, {"documents": [sent]})] * 2])
    with DocumentHost() as host:
        host.answers["/api/v1/documents"] = lambda asked: next(answers)
        status = main(["--url", f"http://{host.entry}", "import", str(tmp_path), "--collection", "amt", "--json"])
        names = b" ".join(one.body for one in host.requests("/api/v1/documents"))
    said = json.loads(capsys.readouterr().out)
    assert (status, len(said["documents"])) == (FAILED, 2)
    assert said["refused"] == [{"external_id": "a.txt", "message": "Zu gross."}]
    assert rb"\udce4lter.txt" in names


def test_a_file_that_cannot_be_opened_is_no_service_that_cannot_be_reached(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.txt").write_text("x")
    monkeypatch.setattr(Path, "open", refuse)
    with DocumentHost() as host:
        status = main(["--url", f"http://{host.entry}", "import", str(tmp_path), "--collection", "amt"])
    assert status == FAILED
    assert "Permission denied" in capsys.readouterr().out


def refuse(*given: object) -> None:
    raise PermissionError(13, "Permission denied")


@pytest.mark.parametrize(
    "words",
    [
        ["--url", "http://[::1", "status"],
        ["--url", "http://amt..example", "status"],
        ["--url", "http://amt example", "status"],
        ["--url", "https://amt.example/ä", "status"],
        ["import", "x" * 5_000, "--collection", "amt"],
        ["status", "\udcff"],
    ],
)
def test_no_argument_ends_in_a_traceback(words: list[str], free_port: int) -> None:
    given = words if "--url" in words else ["--url", f"http://127.0.0.1:{free_port}", *words]
    assert main(given) in (WRONG_USE, NOT_REACHED)


@pytest.mark.parametrize("token", ["€uro", "a\nb"])
def test_a_token_that_no_header_takes_is_wrong_use(token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AUSKUNFT_TOKEN", token)
    assert main(["status"]) == WRONG_USE


def test_a_terminal_with_few_letters_shows_what_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), "ascii"))
    monkeypatch.setenv("LANG", "de_DE")
    with pytest.raises(SystemExit):
        main(["--help"])
    sys.stdout.flush()
    assert b"Vervollst?ndigung" in sys.stdout.buffer.getvalue()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["auskunft", ""], {"ask", "search", "import", "status", "completion"}),
        (["auskunft", "se"], {"search"}),
        (["auskunft", "ask", "--co"], {"--collection", "--conversation"}),
        (["auskunft", "import", "--wa"], {"--wait"}),
        (["auskunft", "import", "pyproj"], {"pyproject.toml"}),
        (["auskunft", "--colour", "n"], {"never"}),
        (["auskunft", "completion", "b"], {"bash"}),
    ],
)
def test_bash_completes(words: list[str], expected: set[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "bash"]) == 0
    script = capsys.readouterr().out
    quoted = " ".join(f"'{word}'" for word in words)
    call = f"COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _auskunft 2>/dev/null"
    asked = f"{script}\n{call}; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    done = subprocess.run(["bash", "-c", asked], capture_output=True, text=True, check=True, cwd=CLIENT.parents[1])
    assert expected <= set(done.stdout.split())
    if words[-1]:
        assert all(each.startswith(words[-1]) for each in done.stdout.split())


def test_the_script_beside_manage_py_runs_without_the_project(tmp_path: Path) -> None:
    link = tmp_path / "auskunft"
    link.symlink_to(CLIENT.parents[1] / "bin" / "auskunft")
    done = subprocess.run(
        [link, "--help"], capture_output=True, text=True, check=True, env={"PATH": os.environ["PATH"]}
    )
    assert "import" in done.stdout
    needs = subprocess.run(
        [
            sys.executable,
            "-I",
            "-S",
            "-c",
            "import sys; sys.path.insert(0, sys.argv[1]); import auskunft_client.main",
            CLIENT.parent,
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert needs.returncode == 0, needs.stderr


def test_waiting_ends_with_what_became_of_each_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(uploads, "PAUSE", 0.01)
    (tmp_path / "a.txt").write_text("Die Gebühr.")
    standing = {"id": 7, "external_id": "a.txt", "status": "queued", "pages": 0, "reason": None}
    stages = iter([standing, {**standing, "status": "failed", "reason": "Die Datei ist leer."}])
    with DocumentHost() as host:
        host.answers["/api/v1/documents"] = lambda asked: as_json(201, {"documents": [standing]})
        host.answers["/api/v1/documents/7"] = lambda asked: as_json(200, next(stages))
        address = ["--url", f"http://{host.entry}"]
        assert main([*address, "import", str(tmp_path / "a.txt"), "--collection", "amt", "--wait"]) == 1
        [sent] = host.requests("/api/v1/documents")
        assert "Die Gebühr.".encode() in sent.body
        assert len(host.requests("/api/v1/documents/7")) == 2
    assert "Die Datei ist leer." in capsys.readouterr().out


def test_a_document_that_nobody_knows_hides_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    standing = {"id": 7, "external_id": "a.txt", "status": "ready", "pages": 1, "reason": None}
    with DocumentHost() as host:
        host.answers["/api/v1/documents/7"] = lambda asked: as_json(200, standing)
        host.answers["/api/v1/documents/8"] = lambda asked: as_json(404, {"error": {"message": "Not found."}})
        address = ["--url", f"http://{host.entry}", "status", "8", "7"]
        assert main(address) == FAILED
        assert "a.txt (7)" in (said := capsys.readouterr().out)
        assert "8 Not found." in said
        assert main([*address, "--json"]) == FAILED
    assert json.loads(capsys.readouterr().out) == {
        "documents": [standing],
        "refused": [{"id": "8", "message": "Not found."}],
    }


@pytest.mark.parametrize(
    ("language", "said"), [("de", ": durchsuchbar, 1 Seite"), ("en", ": searchable, 1 page"), ("fr", ": searchable")]
)
def test_how_a_document_stands_is_said_in_words(
    language: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANGUAGE", language)
    standing = {"id": 7, "external_id": "a.txt", "status": "ready", "pages": 1, "reason": None}
    with DocumentHost() as host:
        host.answers["/api/v1/documents/7"] = lambda asked: as_json(200, standing)
        assert main(["--url", f"http://{host.entry}", "status", "7"]) == 0
    assert said in capsys.readouterr().out


def test_a_state_that_the_client_does_not_know_is_said_as_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    with DocumentHost() as host:
        host.answers["/api/v1/documents/7"] = lambda asked: as_json(
            200, {"id": 7, "external_id": "a.txt", "status": "translated", "pages": 2, "reason": None}
        )
        assert main(["--url", f"http://{host.entry}", "status", "7"]) == 0
    assert ": translated, 2 Seiten" in capsys.readouterr().out


def as_json(status: int, body: object) -> list[bytes]:
    data = json.dumps(body).encode()
    return [head(status, **{"Content-Length": str(len(data))}), data]


def events(*said: dict[str, object]) -> bytes:
    return b"".join(f"event: {one['type']}\nid: 1\ndata: {json.dumps(one)}\n\n".encode() for one in said)


def asked_in_a_terminal(
    monkeypatch: pytest.MonkeyPatch, reply: bytes, media_type: str = "text/event-stream", status: int = 200
) -> tuple[int, str]:
    out = FakeTerminal()
    monkeypatch.setattr(sys, "stdout", out)
    with DocumentHost() as host:
        host.script("/api/v1/ask", head(status, **{"Content-Type": media_type}), reply)
        return main(["--url", host.url(""), "--colour", "never", "ask", "Was kostet es?"]), out.getvalue()


def test_a_terminal_gets_the_words_as_they_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    reply = events(
        {"type": "status", "step": "searching"},
        {"type": "delta", "text": "Es kostet \x1b[2J"},
        {"type": "delta", "text": "25 Euro [1]."},
        {"type": "done", "answer": "Es kostet \x1b[2J25 Euro [1].", "citations": [], "refused": False},
    )
    assert asked_in_a_terminal(monkeypatch, reply) == (0, "Es kostet [2J25 Euro [1].\n")


def test_words_that_the_check_takes_back_are_said_to_be_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    reply = events(
        {"type": "delta", "text": "Es kostet 99 Euro."},
        {"type": "done", "answer": "Dazu steht nichts in den Dokumenten.", "refused": True},
    )
    status, shown = asked_in_a_terminal(monkeypatch, reply)
    assert (status, shown.splitlines()[1:]) == (
        NOTHING_FOUND,
        ["The check has replaced these words:", "Dazu steht nichts in den Dokumenten."],
    )


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (events({"type": "delta", "text": "Es"}), "The connection broke before the answer was complete."),
        (events({"type": "error", "message": "Bitte warten."}), "Bitte warten."),
        (b"data: {\n\n", "no JSON"),
    ],
)
def test_a_stream_that_ends_badly_is_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], reply: bytes, said: str
) -> None:
    status, _shown = asked_in_a_terminal(monkeypatch, reply)
    assert status not in (DONE, NOTHING_FOUND)
    assert said in capsys.readouterr().err


def test_a_refusal_before_the_stream_is_read_like_any_other(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    body = json.dumps({"error": {"code": "rate_limited", "message": "Zu viele Fragen."}}).encode()
    status, _shown = asked_in_a_terminal(monkeypatch, body, "application/json", 429)
    assert status not in (DONE, NOTHING_FOUND)
    assert "Zu viele Fragen." in capsys.readouterr().err
