from apps.documents.fetching import FetchError
from apps.documents.sync.host_failures import DEAD_AFTER, HostFailures, host_and_port

SILENT = FetchError("download_timeout", address="a.example", seconds=20)


def noted(*errors: FetchError) -> HostFailures:
    failures = HostFailures()
    for error in errors:
        failures.note("a.example", error)
    return failures


def test_a_host_is_dead_after_failures_in_a_row_and_told_of_once() -> None:
    failures = noted(*[SILENT] * (DEAD_AFTER - 1))
    assert failures.take_dead_hosts() == []
    failures.note("a.example", SILENT)
    [(host, last)] = failures.take_dead_hosts()
    assert (host, last.facts["error"]) == ("a.example", "a.example does not answer")
    assert failures.take_dead_hosts() == []


def test_an_answer_ends_the_row() -> None:
    failures = noted(*[SILENT] * (DEAD_AFTER - 1))
    failures.forget("a.example")
    failures.note("a.example", SILENT)
    assert failures.take_dead_hosts() == []


def test_a_host_that_wants_to_be_left_alone_keeps_its_own_words() -> None:
    busy = FetchError("download_busy", status=429)
    assert noted(*[busy] * DEAD_AFTER).take_dead_hosts() == [("a.example", busy)]


def test_a_file_that_is_not_there_says_nothing_of_its_host() -> None:
    missing = FetchError("download_4xx", status=404)
    assert noted(*[missing] * (DEAD_AFTER + 1)).take_dead_hosts() == []


def test_a_host_is_named_with_its_port() -> None:
    assert host_and_port("https://A.example:8443/x.pdf") == "a.example:8443"
