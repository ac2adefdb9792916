"""Names of the pipeline's stages for people."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

STAGE_NAMES: dict[str, Promise] = {
    "extract": _("Read the text"),
    "split": _("Divide into chunks"),
    "summarise": _("Summarise"),
    "tag": _("Tag"),
    "embed": _("Embed"),
    "publish": _("Publish"),
}


def stage_name(stage: str) -> str:
    """The name for people; a stage that is not known by one keeps its own."""
    return str(STAGE_NAMES.get(stage, stage))
