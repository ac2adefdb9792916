"""`auskunft` as people start it, at a running service: answers with proofs, documents sent and looked after."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from pytest_django import DjangoDbBlocker

from config.api.tokens.api_tokens import ApiToken
from config.api.tokens.scopes import Scope
from tests.end_to_end.city import QUESTION, TAX_SENTENCE
from tests.end_to_end.conftest import ROOT, Site

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def token(site: Site, django_db_blocker: DjangoDbBlocker) -> str:
    """Of the superuser of the city, for everything."""
    with django_db_blocker.unblock():
        return ApiToken(name="test", user=User.objects.get(username="redaktion"), scopes=list(Scope.values)).issue()


def auskunft(site: Site, *arguments: str, token: str = "", language: str = "de_DE") -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "LANG": f"{language}.UTF-8", "AUSKUNFT_URL": site.address}
    environment |= {"AUSKUNFT_TOKEN": token} if token else {}
    return subprocess.run(
        [ROOT / "bin" / "auskunft", *arguments], env=environment, capture_output=True, text=True, check=False
    )


def test_an_answer_has_its_quotes_and_pages(site: Site) -> None:
    done = auskunft(site, "ask", QUESTION)
    assert done.returncode == 0, done.stderr
    assert "144 Euro" in done.stdout
    assert "Hundesteuersatzung, Seite 2" in done.stdout
    assert f"{site.address}/documents/{site.city.statute}/pages/2/" in done.stdout
    assert "\x1b" not in done.stdout, "no terminal reads"


def test_json_is_that_of_the_service(site: Site) -> None:
    answer = json.loads(auskunft(site, "ask", QUESTION, "--json").stdout)
    assert TAX_SENTENCE.startswith(answer["citations"][0]["quote"])


def test_what_the_documents_do_not_answer_has_a_status_of_its_own(site: Site) -> None:
    assert auskunft(site, "ask", "Wie weit ist der Mond von der Erde entfernt?").returncode == 3


def test_a_search_shows_passages_and_heeds_its_limit(site: Site) -> None:
    done = auskunft(site, "search", "Hundesteuer", "--limit", "1", language="en_GB")
    assert done.returncode == 0, done.stderr
    assert "Hundesteuersatzung" in done.stdout
    assert "page 2" in done.stdout
    assert "Öffnungszeiten" not in done.stdout


def test_the_service_says_what_is_wrong_in_the_language_of_the_person(site: Site) -> None:
    done = auskunft(site, "search", "Hund", "--collection", "gibt-es-nicht")
    assert done.returncode in (1, 2)
    assert "gibt-es-nicht" in done.stderr
    assert done.stdout == ""


def test_files_are_sent_as_they_are_and_their_standing_is_told(site: Site, token: str, tmp_path: Path) -> None:
    (tmp_path / "Umlaute äöü.txt").write_text("Die Gebühr beträgt acht Euro.", encoding="utf-8")
    (tmp_path / "unten").mkdir()
    (tmp_path / "unten" / "zweite.md").write_text("# Zweite\n\nEin Satz.", encoding="utf-8")
    done = auskunft(site, "import", str(tmp_path), "--collection", "stadt", "--json", token=token)
    assert done.returncode == 0, done.stderr
    sent = json.loads(done.stdout)["documents"]
    assert [one["external_id"] for one in sent] == ["Umlaute äöü.txt", "unten/zweite.md"]
    looked = auskunft(site, "status", str(sent[0]["id"]), token=token)
    assert looked.returncode == 0
    assert looked.stdout.endswith(": eingereiht\n")


def test_a_file_that_is_refused_stops_no_other(site: Site, token: str, tmp_path: Path) -> None:
    for name in ("leer.txt", "voll.txt"):
        (tmp_path / name).write_text("" if name == "leer.txt" else "Die Straße ist gesperrt.", encoding="utf-8")
    done = auskunft(site, "import", str(tmp_path), "--collection", "gibt-es-nicht?", token=token)
    assert done.returncode == 1
    assert done.stdout.count("\n") == 2


def test_without_a_token_nothing_is_sent(site: Site, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x")
    done = auskunft(site, "import", str(tmp_path), "--collection", "stadt")
    assert done.returncode == 1
    assert "AUSKUNFT_TOKEN" in done.stdout + done.stderr


def test_the_service_is_not_ready_without_a_worker(site: Site) -> None:
    done = auskunft(site, "status")
    assert done.returncode == 1
    assert "nicht bereit" in done.stdout
    assert "worker: nein" in done.stdout
