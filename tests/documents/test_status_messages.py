import pytest
from django.utils.translation import override

from apps.documents.parsing.types import INCOMPLETE_FLAGS, FailureReason
from apps.documents.status_messages import OLDER_VERSION_SHOWN, STATUS_SENTENCES, status_sentence


@pytest.mark.parametrize("code", sorted({*FailureReason, *INCOMPLETE_FLAGS}))
def test_whatever_the_parser_says_has_a_sentence(code: str) -> None:
    assert code in STATUS_SENTENCES


@pytest.mark.parametrize("code", sorted(STATUS_SENTENCES))
def test_a_sentence_needs_no_detail_to_be_said(code: str) -> None:
    assert status_sentence(code, {}).endswith((".", "–"))


def test_values_are_filled_in() -> None:
    with override("en"):
        assert "the first 3000 of 9000 pages" in status_sentence("page_limit", {"read": 3000, "pages": 9000})
        assert "50 MiB" in status_sentence("size_limit", {"limit": 50 * 2**20})


def test_a_broken_pdf_is_not_said_to_be_of_another_kind() -> None:
    with override("en"):
        assert "begins like a PDF" in status_sentence("not_a_pdf", {})
        assert "is HTML" in status_sentence("not_a_pdf", {"kind": "HTML"})


def test_what_is_encrypted_for_recipients_is_not_said_to_have_a_password() -> None:
    said = status_sentence("encrypted", {"method": "S/MIME"})
    assert "S/MIME" in said
    assert said != status_sentence("encrypted", {})


def test_what_is_too_much_unpacked_is_said_in_its_own_measure() -> None:
    with override("en"):
        assert "1024 MiB" in status_sentence("unpacked_limit", {"size": 2**31, "limit": 2**30})
        assert "more than 200 times" in status_sentence("unpacked_limit", {"size": 2**27, "times": 200})
        assert "far corners" in status_sentence("unpacked_limit", {"cells": 2**25})
        assert "holds 3000 files" in status_sentence("unpacked_limit", {"files": 3_000, "most": 2_000})


def test_it_says_when_the_older_version_is_still_shown() -> None:
    with override("en"):
        assert status_sentence("empty_file", {OLDER_VERSION_SHOWN: True}).endswith(
            "Search still shows the version before it."
        )


def test_no_reason_is_no_sentence_and_a_stranger_is_shown_as_it_is() -> None:
    assert status_sentence("", {}) == ""
    assert status_sentence("from_the_future", {}) == "from_the_future"
