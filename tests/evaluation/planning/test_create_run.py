"""A run is made whole or not at all."""

import pytest

from apps.evaluation.models import Dialogue, Run, Suite
from apps.evaluation.planning.create_run import start_suite_run

pytestmark = pytest.mark.django_db


def test_a_run_that_does_not_get_as_far_as_its_suite_leaves_nothing(
    suite: Suite, monkeypatch: pytest.MonkeyPatch
) -> None:
    def killed(suite: Suite) -> str:
        assert Run.objects.count() == 1
        raise SystemExit

    monkeypatch.setattr(Suite, "fingerprint", killed)
    with pytest.raises(SystemExit):
        start_suite_run(suite)
    assert (Run.objects.count(), Dialogue.objects.count()) == (0, 0)
