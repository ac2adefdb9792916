from types import SimpleNamespace

import pytest

from apps.documents.parsing.mail import outlook


def refuses() -> str:
    return b"\xf6".decode("utf-8")


def test_bytes_that_are_no_text_in_the_stated_code_page_are_windows_text(monkeypatch: pytest.MonkeyPatch) -> None:
    import olefile

    class Stored:
        def __init__(self, data: object) -> None:
            pass

        def __enter__(self) -> "Stored":
            return self

        def __exit__(self, *error: object) -> None:
            pass

        def openstream(self, name: str) -> SimpleNamespace:
            assert name == "__substg1.0_1000001E"
            return SimpleNamespace(read=lambda: "Grüße".encode("cp1252"))

    monkeypatch.setattr(olefile, "OleFileIO", Stored)
    assert outlook.text_of(b"", outlook.BODY, refuses) == "Grüße"
    assert outlook.text_of(b"", outlook.BODY, lambda: None) == ""
