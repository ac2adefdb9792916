"""A run is made whole or not at all."""

import pytest

from apps.evaluation.models import Dialogue, Run, Suite
from apps.evaluation.planning.create_run import start_suite_run
from apps.evaluation.planning.run_configuration import restore_configuration
from apps.llm.create_initial_models import create_first_rows
from apps.llm.models import ChatModel, Endpoint
from apps.llm.models.chat_models import store_model_order

pytestmark = pytest.mark.django_db


def test_a_run_goes_on_with_the_models_of_its_fingerprint(suite: Suite) -> None:
    """Somebody changes the order while it runs, and changes it back before the gate asks for that fingerprint."""
    create_first_rows()
    endpoint = Endpoint.objects.create(name="fake", base_url="http://models.example/v1")
    old, new = (ChatModel.objects.create(endpoint=endpoint, name=name) for name in ("old", "new"))
    store_model_order("answer", [old.pk])
    run = start_suite_run(suite)
    store_model_order("answer", [new.pk])
    store_model_order("default", [new.pk])
    restored = restore_configuration(run.configuration)
    orders = restored.trial(lambda _purpose, model: model).orders
    assert orders["answer"][0] == old
    assert new not in orders["rephrase"]
    assert restored.fingerprint == run.fingerprint


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
