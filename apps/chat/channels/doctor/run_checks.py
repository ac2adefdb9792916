"""Runs the checks of both platforms at once."""

import asyncio

from apps.chat.answering.answer_question import turn_context
from apps.chat.channels.doctor import slack_checks, teams_checks
from apps.chat.channels.doctor.check_results import PlatformReport


def run_checks() -> list[PlatformReport]:
    """Calls the network for platforms that are set up."""

    async def both() -> list[PlatformReport]:
        async with turn_context():
            return list(await asyncio.gather(slack_checks.check_slack(), teams_checks.check_teams()))

    return asyncio.run(both())


def reports_as_json(reports: list[PlatformReport]) -> dict[str, object]:
    return {
        "ok": all(report.is_well for report in reports),
        "platforms": {report.platform: report.as_json() for report in reports},
    }
