"""`manage.py evaluate hit-rate|dialogues|compare|gate|suite`: what a change does, before it goes live."""

from types import ModuleType

from django.core.management.base import BaseCommand, CommandParser

from apps.evaluation.commands import compare, dialogues, gate, hit_rate, suite_files_and_cases

MEASURES: dict[str, tuple[ModuleType, str]] = {
    "hit-rate": (hit_rate, "questions with known documents"),
    "dialogues": (dialogues, "personas ask, a judge scores"),
    "compare": (compare, "two profiles, prompts or models side by side"),
    "gate": (gate, "whether a draft may go live"),
    "suite": (suite_files_and_cases, "import, export and build suites"),
}


class Command(BaseCommand):
    help = "Measure what searches find and how good answers are."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        measures = parser.add_subparsers(dest="measure", required=True)
        for name, (module, about) in MEASURES.items():
            module.add_arguments(measures.add_parser(name, help=about))

    def handle(self, *, measure: str, **options: object) -> None:
        module, _about = MEASURES[measure]
        module.handle(options, self.stdout, self.stderr)
