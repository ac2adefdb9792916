"""`manage.py channels doctor`: what is wrong with Slack and Teams, what to do; `manifest` prints what connects them."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from apps.chat.channels.doctor.build_app_manifests import slack_manifest, teams_manifest
from apps.chat.channels.doctor.check_results import PlatformReport
from apps.chat.channels.doctor.run_checks import reports_as_json, run_checks

MANIFESTS = {"slack": slack_manifest, "teams": teams_manifest}
SIGNS = {"ok": "ok", "problem": "PROBLEM", "off": "off", "unknown": "?"}


class Command(BaseCommand):
    help = "Examine the connection to Slack and Teams, or print the manifest that connects one of them."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        doctor = actions.add_parser("doctor", help="check tokens, scopes, events, clock, reachability")
        doctor.add_argument("--json", action="store_true", help="print one JSON object")
        manifest = actions.add_parser("manifest", help="print the manifest for this installation")
        manifest.add_argument("platform", choices=sorted(MANIFESTS))

    def handle(self, *, action: str, **options: Any) -> None:
        if action == "manifest":
            self.stdout.write(json.dumps(MANIFESTS[options["platform"]](), ensure_ascii=False, indent=2))
            return
        reports = run_checks()
        if options["json"]:
            self.stdout.write(json.dumps(reports_as_json(reports), ensure_ascii=False))
        else:
            for report in reports:
                self.show(report)
        problems = [finding.name for report in reports for finding in report.findings if finding.state == "problem"]
        if problems:
            raise CommandError(f"Something is wrong: {', '.join(problems)}.", returncode=1)

    def show(self, report: PlatformReport) -> None:
        self.stdout.write(report.platform.capitalize())
        for finding in report.findings:
            self.stdout.write(f"  {SIGNS[finding.state]:8} {finding.name}: {finding.shown}")
            if finding.advice:
                self.stdout.write(f"           {finding.advice}")
