"""What the web process refuses: uvicorn with our limits around a small application."""

import logging
import os
import resource
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from config.processes import web_server


def test_the_limits_are_the_promised_ones() -> None:
    import uvicorn

    config = uvicorn.Config("config.asgi:application", **web_server.UVICORN_LIMITS)
    assert (config.ws_max_size, config.ws_max_queue, config.ws_per_message_deflate) == (65536, 8, False)
    assert config.timeout_graceful_shutdown == 30


def test_a_frame_that_is_no_text_leaves_a_line_but_no_traceback() -> None:
    try:
        b"\xff".decode()
    except UnicodeDecodeError as error:
        record = logging.LogRecord("uvicorn.error", logging.ERROR, "", 1, "Invalid.", None, (type(error), error, None))
    assert web_server.drop_client_tracebacks(record)
    assert record.exc_info is None


def test_nothing_is_said_about_static_files_and_everything_about_others() -> None:
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        web_server.silence_static_file_warnings()
        warnings.warn("StreamingHttpResponse must consume synchronous iterators in order to …", Warning, stacklevel=1)
        warnings.warn("StreamingHttpResponse must consume asynchronous iterators …", Warning, stacklevel=1)
    assert [str(one.message).split()[3] for one in heard] == ["asynchronous"]


def test_the_limit_of_open_files_is_raised_as_far_as_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    set_to: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (1024, 4096))
    monkeypatch.setattr(resource, "setrlimit", lambda kind, limits: set_to.append(limits))
    web_server.raise_open_files_limit()
    assert set_to == [(4096, 4096)]


def test_the_event_loop_waits_for_a_computing_thread_half_a_millisecond(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("raise_open_files_limit", "return_free_memory", "silence_static_file_warnings"):
        monkeypatch.setattr(web_server, name, lambda: None)
    monkeypatch.setattr("sys.argv", ["web"])
    while_serving: list[float] = []
    monkeypatch.setattr("uvicorn.run", lambda *_words, **_named: while_serving.append(sys.getswitchinterval()))
    before = sys.getswitchinterval()
    try:
        web_server.main()
    finally:
        sys.setswitchinterval(before)
    assert while_serving == [pytest.approx(0.0005)]


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        (
            "MOST_CONNECTIONS_OF_ADDRESS",
            "0",
            "MOST_CONNECTIONS_OF_ADDRESS is '0', use a whole number from 1 on, such as 250.\n",
        ),
        ("DATABASE_POOL", "x", "DATABASE_POOL is 'x', use a whole number such as 16.\n"),
    ],
)
def test_a_setting_that_cannot_be_used_is_one_sentence(
    project_folder: Path, name: str, value: str, sentence: str
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "config.web", "--port", "1"],
        cwd=project_folder,
        env=os.environ | {name: value},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (2, sentence)
