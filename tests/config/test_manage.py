"""Which commands start the embedded database."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandParser, ManagementUtility
from django.db import OperationalError, ProgrammingError
from psycopg.errors import UndefinedColumn

import manage
from config import localdb


@pytest.fixture(autouse=True)
def own_parser_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    """`main` changes what every parser of the process says; other tests get Django's way back."""
    monkeypatch.setattr(CommandParser, "error", CommandParser.error)


@pytest.mark.parametrize(
    "line",
    ["", "--help", "help migrate", "version", "--version", "localdb stop", "serve --port 1", "collectstatic", "check"],
)
def test_commands_without_data_leave_the_database_alone(line: str) -> None:
    assert not manage.may_need_database(line.split())


@pytest.mark.parametrize("line", ["migrate", "check --database default", "shell", "import_documents x --collection y"])
def test_all_others_start_it(line: str) -> None:
    assert manage.may_need_database(line.split())


@pytest.mark.parametrize("name", ["DATABASE_URL", "AUSKUNFT_PROCESS"])
def test_nothing_is_started_for_another_database_or_below_the_supervisor(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, "something")
    monkeypatch.setattr("config.localdb.ensure_running", lambda data_dir: pytest.fail("started"))
    manage.start_database()


def test_ctrl_c_ends_a_command_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(utility: ManagementUtility) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(ManagementUtility, "execute", interrupted)
    monkeypatch.setattr("sys.argv", ["manage.py", "version"])
    with pytest.raises(SystemExit) as ended:
        manage.main()
    assert ended.value.code == 130


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("serch", "Unknown command 'serch'. Did you mean 'search'?\n"),
        ("xyzzyq", "Unknown command 'xyzzyq'. 'manage.py help' lists all commands.\n"),
    ],
)
def test_an_unknown_command_is_wrong_use_and_named(
    capsys: pytest.CaptureFixture[str], typed: str, sentence: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        manage.refuse_unknown_command(typed)
    assert ended.value.code == 2
    assert capsys.readouterr().err == sentence


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("connection refused\nIs the server running?", "The database does not answer: connection refused\n"),
        (
            'could not extend file "base/1/2": No space left on device\nHINT',
            'The database has no space left on its disk: could not extend file "base/1/2": No space left on device\n',
        ),
    ],
    ids=["away", "full"],
)
def test_a_database_that_does_not_answer_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], said: str, sentence: str
) -> None:
    def failing(utility: ManagementUtility) -> None:
        raise OperationalError(said)

    monkeypatch.setattr(ManagementUtility, "execute", failing)
    monkeypatch.setattr("sys.argv", ["manage.py", "version"])
    with pytest.raises(SystemExit) as ended:
        manage.main()
    assert ended.value.code == 2
    assert capsys.readouterr().err == sentence


def test_a_database_of_another_version_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def failing(utility: ManagementUtility) -> None:
        raise ProgrammingError("column x does not exist") from UndefinedColumn()

    monkeypatch.setattr(ManagementUtility, "execute", failing)
    monkeypatch.setattr("sys.argv", ["manage.py", "version"])
    with pytest.raises(SystemExit) as ended:
        manage.main()
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith("The database is not that of this version. Run 'manage.py migrate'")


def test_an_argument_in_another_encoding_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def failing(utility: ManagementUtility) -> None:
        "geb\udcfchr.pdf".encode()

    monkeypatch.setattr(ManagementUtility, "execute", failing)
    monkeypatch.setattr("sys.argv", ["manage.py", "version", "geb\udcfchr.pdf"])
    with pytest.raises(SystemExit) as ended:
        manage.main()
    assert ended.value.code == 2
    assert capsys.readouterr().err == "The argument 'geb\\udcfchr.pdf' is not UTF-8. Write it in UTF-8.\n"


def test_a_text_that_no_argument_brought_stays_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(utility: ManagementUtility) -> None:
        "geb\udcfchr.pdf".encode()

    monkeypatch.setattr(ManagementUtility, "execute", failing)
    monkeypatch.setattr("sys.argv", ["manage.py", "version"])
    with pytest.raises(UnicodeEncodeError):
        manage.main()


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("DEBUG", "maybe", "DEBUG is 'maybe', use 'True' or 'False'.\n"),
        ("TIME_ZONE", "Mars", "TIME_ZONE is 'Mars', use a name such as Europe/Berlin.\n"),
        ("TIME_ZONE", "../../etc", "TIME_ZONE is '../../etc', use a name such as Europe/Berlin.\n"),
        ("LOG_LEVEL", "LOUD", "LOG_LEVEL is 'LOUD', use DEBUG, INFO, WARNING, ERROR or CRITICAL.\n"),
        ("DATABASE_POOL", "0", "DATABASE_POOL is '0', use a whole number from 2 on, such as 16.\n"),
        ("QUEUE_WORKERS", "0", "QUEUE_WORKERS is '0', use a whole number from 1 on, such as 2.\n"),
        ("CHAT_DEADLINE", "-1", "CHAT_DEADLINE is '-1', use a whole number from 1 on, such as 60.\n"),
        ("MOST_SOCKETS", "-1", "MOST_SOCKETS is '-1', use a whole number from 0 on, such as 7000.\n"),
        (
            "UNLIMITED_ADDRESSES",
            "10.0.0.0/8,office",
            "UNLIMITED_ADDRESSES names 'office', use networks such as 10.0.0.0/8 and addresses such as 10.0.0.5.\n",
        ),
        (
            "MODEL_HOSTS",
            "localhost:11434,10.0.0.0/99",
            "MODEL_HOSTS names '10.0.0.0/99', use networks such as 10.0.0.0/8 and hosts such as localhost:11434.\n",
        ),
        (
            "IMPORT_HOSTS",
            "intranet.example@10.0.0.0/99",
            "IMPORT_HOSTS names 'intranet.example@10.0.0.0/99', use hosts",
        ),
        ("WEBHOOK_HOSTS", "https://hooks.example", "WEBHOOK_HOSTS names 'https://hooks.example', use hosts such as"),
        (
            "API_PUBLIC_SCOPES",
            "ask,serch",
            "API_PUBLIC_SCOPES names 'serch', use some of ask, search, simplify, conversations, or none.\n",
        ),
        ("API_PUBLIC_SCOPES", "documents:read", "API_PUBLIC_SCOPES names 'documents:read', use some of ask, search,"),
        ("API_PUBLIC_SCOPES", "ask,none", "API_PUBLIC_SCOPES names 'none', use some of ask, search,"),
        ("SOURCE_SECRET_HOSTS", "SOURCE_KEY", "SOURCE_SECRET_HOSTS names 'SOURCE_KEY', use entries such as SOURCE_"),
        ("API_KEY_HOSTS", "A_API_KEY@b:0", "API_KEY_HOSTS names 'A_API_KEY@b:0', use entries such as MISTRAL_API_KEY"),
        (
            "AUSKUNFT_DATA",
            "/dev/null/x",
            "AUSKUNFT_DATA is '/dev/null/x', where nothing can be written: Not a directory.",
        ),
        ("DATABASE_URL", "db.example", "DATABASE_URL is no address of a PostgreSQL: use postgres://user:"),
        ("DATABASE_URL", "mysql://a:b@db/c", "DATABASE_URL is no address of a PostgreSQL: use postgres://user:"),
        ("DATABASE_URL", "postgres://a:b/c@db/d", "DATABASE_URL is no address of a PostgreSQL: use postgres://user:"),
    ],
)
def test_a_setting_that_cannot_be_used_is_one_sentence(
    project_folder: Path, name: str, value: str, sentence: str
) -> None:
    environment = {key: text for key, text in os.environ.items() if key != "SECRET_KEY"} | {name: value}
    done = subprocess.run(
        [sys.executable, "manage.py", "version"], cwd=project_folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert done.stderr.startswith(sentence)
    assert "Traceback" not in done.stderr


def test_a_database_that_does_not_start_is_wrong_use(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def failing(data_dir: Path) -> None:
        raise localdb.LocalDatabaseError("The embedded database cannot be used: Not a directory.")

    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.delenv("AUSKUNFT_PROCESS", raising=False)
    monkeypatch.setattr("config.localdb.ensure_running", failing)
    with pytest.raises(SystemExit) as ended:
        manage.start_database()
    assert ended.value.code == 2
    assert capsys.readouterr().err == "The embedded database cannot be used: Not a directory.\n"
