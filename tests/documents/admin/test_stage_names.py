"""Stages as people read them."""

from apps.documents.admin.stage_names import STAGE_NAMES, stage_name
from apps.documents.pipeline import STAGES


def test_every_stage_has_a_name_for_people() -> None:
    assert [stage.name for stage in STAGES] == list(STAGE_NAMES)


def test_a_stage_of_another_version_keeps_its_own_name() -> None:
    assert stage_name("weigh") == "weigh"
