"""manage.py status: documents, queue, processes and models at a glance."""

import json
from collections.abc import Mapping
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from config.monitoring.service_status import service_status


class Command(BaseCommand):
    help = "Shows documents by status and reason, waiting work, processes, open turns and the models in use."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="one JSON object on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        facts = service_status()
        self.stdout.write(json.dumps(facts, ensure_ascii=False, default=str) if options["json"] else text_of(facts))


def text_of(facts: Mapping[str, Any]) -> str:
    return "\n".join(
        [
            f"documents     {listed(facts['documents']['by_status'])}",
            f"reasons       {listed(facts['documents']['by_reason'])}",
            f"older reader  {facts['of_older_reader']} documents; manage.py read_again reads them again",
            f"steps to do   {listed(facts['steps'])}, oldest waiting for {seconds(facts['oldest_waiting_seconds'])}",
            f"last sign of  {', '.join(f'{name} {ago(age)}' for name, age in facts['heartbeats'].items())}",
            f"workers       {', '.join(f'{host} {ago(age)}' for host, age in facts['workers'].items()) or 'none'}",
            f"open turns    {facts['open_turns']}",
            *import_budget(facts["import_budget"]),
            f"vectors       {vectors(facts['embedding'])}",
            f"second reader {listed_readers(facts['second_reader'])}",
            f"models        {', '.join(f'{purpose}: {name}' for purpose, name in facts['models'].items())}",
        ]
    )


def vectors(embedding: Mapping[str, Any]) -> str:
    """Such as `offline-ngrams 40 of 40 texts, by spelling; then multilingual-e5-small 12 of 40`."""
    compares = "by meaning" if embedding["understands_meaning"] else "by spelling, not by meaning"
    used = f"{embedding['model']} {embedding['done']} of {embedding['total']} texts, {compares}"
    successor = embedding["successor"]
    return (
        used if successor is None else f"{used}; then {successor['model']} {successor['done']} of {successor['total']}"
    )


def listed_readers(state: Mapping[str, Any]) -> str:
    """Such as `judge-7b second-reader/1: kappa 0.91 over 300 cases, 2 sentences wait`."""
    if not state["on"]:
        return "none"
    known = [
        f"{one['model']} {one['prompt_version']}: "
        + ("not calibrated" if not one["calibrated"] else f"kappa {one['kappa']:.2f} over {one['cases']} cases")
        for one in state["readers"]
    ]
    return ", ".join([*known, f"{state['waiting']} sentences wait"])


def import_budget(budget: Mapping[str, Any] | None) -> list[str]:
    """One line when imports have a limit, such as `imports today 12 of 500 tokens`."""
    if budget is None:
        return []
    limited = {name: line for name, line in budget.items() if line["limit"] is not None}
    spent = ", ".join(f"{line['spent']} of {line['limit']} {name}" for name, line in limited.items())
    return [f"imports today {spent}"]


def listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items()) or "none"


def seconds(value: float | None) -> str:
    return "–" if value is None else f"{value:.0f} s"


def ago(value: float | None) -> str:
    return "never" if value is None else f"{value:.0f} s ago"
