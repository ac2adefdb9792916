"""The alarms and the dashboard name figures and states that the service knows."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.test import Client

from apps.chat.models import TurnState
from apps.documents.models import Status

FOLDER = Path(__file__).resolve().parents[2] / "deploy" / "monitoring"
RULES = yaml.safe_load((FOLDER / "alerts.yml").read_text(encoding="utf-8"))["groups"][0]["rules"]
PANELS = json.loads((FOLDER / "dashboard.json").read_text(encoding="utf-8"))["panels"]
EXPRESSIONS = [rule["expr"] for rule in RULES] + [panel["targets"][0]["expr"] for panel in PANELS]
SELECTOR = re.compile(r'(\w+)\{(\w+)=~?"([^"]+)"\}')


def names_of(expression: str) -> set[str]:
    return set(re.findall(r"\bauskunft_\w+", expression))


@pytest.fixture
def exported(db: None, client: Client) -> dict[str, str]:
    """Name -> its kind, as the service tells them."""
    client.get("/healthz")
    told = client.get("/metrics").content.decode()
    kinds = dict(re.findall(r"^# TYPE (\w+) (\w+)$", told, re.MULTILINE))
    return kinds | {f"{name}_bucket": kind for name, kind in kinds.items() if kind == "histogram"}


def test_every_figure_is_one_of_the_service(exported: dict[str, str]) -> None:
    named = set().union(*map(names_of, EXPRESSIONS))
    assert len(named) > 10
    assert named - set(exported) == set()


def test_rates_are_taken_of_counters_only(exported: dict[str, str]) -> None:
    counted = {name for text in EXPRESSIONS for name in re.findall(r"rate\((auskunft_\w+)", text)}
    assert {exported[name] for name in counted} <= {"counter", "histogram"}
    gauges = set().union(*map(names_of, EXPRESSIONS)) - counted
    assert {exported[name] for name in gauges} == {"gauge"}


def test_states_that_an_alarm_looks_for_exist() -> None:
    known = {"auskunft_turns_last_hour": set(TurnState.values), "auskunft_documents": set(Status.values)}
    found = [match for text in EXPRESSIONS for match in SELECTOR.findall(text) if match[0] in known]
    assert len(found) >= 3
    for name, _label, values in found:
        assert set(values.split("|")) <= known[name]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: str(rule["alert"]))
def test_an_alarm_says_how_bad_it_is_and_what_is_wrong(rule: dict[str, Any]) -> None:
    assert set(rule) <= {"alert", "expr", "for", "labels", "annotations"}
    assert rule["labels"]["severity"] in ("warning", "critical")
    assert rule["annotations"]["summary"].endswith(".")
    named = set(re.findall(r"\$labels\.(\w+)", rule["annotations"]["summary"]))
    assert all(f"by ({label}" in rule["expr"] or f", {label})" in rule["expr"] for label in named - {"instance"})


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_brackets_and_quotes_of_an_expression_are_closed(text: str) -> None:
    assert text.count('"') % 2 == 0
    for opening, closing in ("()", "{}", "[]"):
        assert text.count(opening) == text.count(closing)


def test_panels_stand_beside_and_below_one_another() -> None:
    places = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in PANELS]
    assert len(set(places)) == len({panel["id"] for panel in PANELS}) == len(PANELS)


needs_promtool = pytest.mark.skipif(
    shutil.which("promtool") is None, reason="promtool is not installed (Debian: prometheus)"
)


def promtool(*arguments: str) -> None:
    done = subprocess.run(["promtool", *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@needs_promtool
def test_prometheus_takes_the_rules_and_the_configuration(tmp_path: Path) -> None:
    promtool("check", "rules", str(FOLDER / "alerts.yml"))
    shutil.copy(FOLDER / "alerts.yml", tmp_path)
    (tmp_path / "token").write_text("geheim", encoding="utf-8")
    configuration = (FOLDER / "prometheus.yml").read_text(encoding="utf-8")
    (tmp_path / "prometheus.yml").write_text(
        configuration.replace("/etc/prometheus/auskunft-token", str(tmp_path / "token")), encoding="utf-8"
    )
    promtool("check", "config", str(tmp_path / "prometheus.yml"))


@needs_promtool
def test_prometheus_takes_the_expressions_of_the_dashboard(tmp_path: Path) -> None:
    rules = [{"record": f"panel:{place}", "expr": panel["targets"][0]["expr"]} for place, panel in enumerate(PANELS)]
    (tmp_path / "panels.yml").write_text(yaml.safe_dump({"groups": [{"name": "panels", "rules": rules}]}))
    promtool("check", "rules", str(tmp_path / "panels.yml"))


@needs_promtool
def test_alarms_ring_when_they_should_and_not_before(tmp_path: Path) -> None:
    cases = Path(__file__).with_name("alarm_cases.yml").read_text(encoding="utf-8")
    (tmp_path / "cases.yml").write_text(cases.replace("[RULES]", f"[{FOLDER / 'alerts.yml'}]"), encoding="utf-8")
    promtool("test", "rules", str(tmp_path / "cases.yml"))
