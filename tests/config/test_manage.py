"""Which commands start the embedded database."""

import pytest

import manage


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
    def interrupted(arguments: list[str]) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("django.core.management.execute_from_command_line", interrupted)
    monkeypatch.setattr("sys.argv", ["manage.py", "version"])
    with pytest.raises(SystemExit) as ended:
        manage.main()
    assert ended.value.code == 130
