"""Both platforms at once."""

import asyncio
from typing import Any

from apps.chat.answering.answer import turn_context
from apps.chat.channels.doctor import slack, teams
from apps.chat.channels.doctor.findings import Report


def examine() -> list[Report]:
    """Sync; calls the network for platforms that are set up."""

    async def both() -> list[Report]:
        async with turn_context():
            return list(await asyncio.gather(slack.report(), teams.report()))

    return asyncio.run(both())


def as_json(reports: list[Report]) -> dict[str, Any]:
    return {
        "ok": all(report.is_well for report in reports),
        "platforms": {report.platform: report.as_json() for report in reports},
    }
