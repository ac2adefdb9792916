"""Errors that stop a graph build, each with its reason; finished work is kept."""

from django.utils.translation import gettext_lazy as _


class BuildStopped(Exception):  # noqa: N818 - a state people can act on
    """The build cannot go on now; what is done is kept. The message says why."""


class BuildOutOfTime(BuildStopped):
    """The seconds of this attempt are over: nothing hinders the next one."""

    def __init__(self) -> None:
        super().__init__(_("goes on in a moment"))
