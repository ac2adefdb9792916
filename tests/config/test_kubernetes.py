"""The manifests start what there is, name what they define, and keep to the schemas of Kubernetes."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands, load_command_class

FILE = Path(__file__).resolve().parents[2] / "deploy" / "kubernetes" / "auskunft.yaml"
OBJECTS: list[dict[str, Any]] = list(yaml.safe_load_all(FILE.read_text(encoding="utf-8")))
PODS = {each["metadata"]["name"]: each["spec"]["template"] for each in OBJECTS if each["kind"] in ("Deployment", "Job")}
MADE_BY_PEOPLE = {("Secret", "auskunft"), ("Secret", "auskunft-tls")}


def container_of(name: str) -> dict[str, Any]:
    [only] = PODS[name]["spec"]["containers"]
    return dict(only)


def of_kind(kind: str) -> list[dict[str, Any]]:
    return [each for each in OBJECTS if each["kind"] == kind]


OWN = [name for name in PODS if container_of(name)["image"].startswith("auskunft:")]


@pytest.mark.parametrize("name", OWN)
def test_what_is_started_takes_its_options(name: str) -> None:
    words = container_of(name)["command"][1:]
    if words[0] == "manage.py":
        load_command_class(get_commands()[words[1]], words[1]).create_parser("x", words[1]).parse_args(words[2:])
        return
    assert words[:2] == ["-m", "config.web"]
    shown = subprocess.run([sys.executable, *words[:2], "--help"], capture_output=True, text=True, check=True).stdout
    assert all(word in shown for word in words if word.startswith("--"))


@pytest.mark.parametrize("name", OWN)
def test_settings_and_secrets_are_there(name: str) -> None:
    defined = {(each["kind"], each["metadata"]["name"]) for each in OBJECTS} | MADE_BY_PEOPLE
    kinds = {"configMapRef": "ConfigMap", "secretRef": "Secret"}
    named = {(kinds[kind], ref["name"]) for each in container_of(name)["envFrom"] for kind, ref in each.items()}
    assert named <= defined


@pytest.mark.parametrize("name", PODS)
def test_a_pod_may_do_as_little_as_possible(name: str) -> None:
    pod, container = PODS[name]["spec"], container_of(name)
    assert pod["securityContext"]["runAsNonRoot"]
    assert not pod["automountServiceAccountToken"]
    allowed = container["securityContext"]
    assert (allowed["readOnlyRootFilesystem"], allowed["allowPrivilegeEscalation"]) == (True, False)
    assert allowed["capabilities"] == {"drop": ["ALL"]}
    mounted = {each["name"] for each in container.get("volumeMounts", [])}
    assert mounted == {each["name"] for each in pod.get("volumes", [])}


@pytest.mark.parametrize("service", of_kind("Service"), ids=lambda each: str(each["metadata"]["name"]))
def test_a_service_finds_its_pods_and_their_ports(service: dict[str, Any]) -> None:
    chosen = [
        name for name, pod in PODS.items() if service["spec"]["selector"].items() <= pod["metadata"]["labels"].items()
    ]
    [name] = chosen
    ports = {each["name"] for each in container_of(name)["ports"]}
    assert {each["targetPort"] for each in service["spec"]["ports"]} <= ports


def test_the_ingress_leads_to_a_service_and_the_host_that_is_allowed() -> None:
    [ingress], [settings] = of_kind("Ingress"), of_kind("ConfigMap")
    [rule] = ingress["spec"]["rules"]
    target = rule["http"]["paths"][0]["backend"]["service"]
    [service] = [each for each in of_kind("Service") if each["metadata"]["name"] == target["name"]]
    assert target["port"]["name"] in {each["name"] for each in service["spec"]["ports"]}
    assert rule["host"] == settings["data"]["ALLOWED_HOSTS"]
    probe = container_of("auskunft-web")["readinessProbe"]["httpGet"]
    assert probe["httpHeaders"] == [{"name": "Host", "value": rule["host"]}]


def test_disruptions_and_deployments_leave_web_processes_standing() -> None:
    [web] = [each for each in of_kind("Deployment") if each["metadata"]["name"] == "auskunft-web"]
    [budget] = of_kind("PodDisruptionBudget")
    assert web["spec"]["strategy"]["rollingUpdate"]["maxUnavailable"] == 0
    assert budget["spec"]["minAvailable"] < web["spec"]["replicas"]
    assert web["spec"]["selector"]["matchLabels"].items() <= web["spec"]["template"]["metadata"]["labels"].items()


@pytest.mark.skipif(find_spec("kubernetes_validate") is None, reason="kubernetes-validate is not installed (PyPI)")
def test_the_schemas_take_the_manifests() -> None:
    import kubernetes_validate  # type: ignore[import-not-found,unused-ignore]

    for each in OBJECTS:
        kubernetes_validate.validate(each, "1.31", strict=True)
