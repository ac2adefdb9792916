"""`manage.py models doctor`: what each model server can do, what does not fit, and what to do about it."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.llm.doctor.check_models import check_models
from apps.llm.doctor.findings import ModelReport

SIGNS = {"ok": "ok", "problem": "PROBLEM", "unknown": "?"}


class Command(BaseCommand):
    help = "Ask each model server what it can do, and say what does not fit."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        doctor = actions.add_parser("doctor", help="address, key, name, context, vectors, streams, schemas")
        doctor.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *, action: str, **options: Any) -> None:
        reports = check_models()
        if options["json"]:
            told = {"ok": all(report.is_well for report in reports), "models": [one.as_json() for one in reports]}
            self.stdout.write(json.dumps(told, ensure_ascii=False))
        else:
            for report in reports:
                self.show(report)
            if not reports:
                self.stdout.write("No model server is set up: the built-in models answer.")
        if problems := [f"{one.model} at {one.endpoint}" for one in reports if not one.is_well]:
            raise CommandError(f"Something is wrong: {', '.join(problems)}.", returncode=1)

    def show(self, report: ModelReport) -> None:
        self.stdout.write(f"{report.model} at {report.endpoint}")
        for finding in report.findings:
            self.stdout.write(f"  {SIGNS[finding.state]:8} {finding.name}: {finding.said(finding.message)}")
            if finding.fix:
                self.stdout.write(f"           {finding.said(finding.fix)}")
