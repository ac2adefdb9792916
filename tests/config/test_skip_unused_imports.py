"""What web processes and commands do not load: each of these was found in one, for megabytes and part of its start."""

import json
import subprocess
import sys
from pathlib import Path

from config.oauth.urls import urlpatterns
from config.skip_unused_imports import import_without

ROOT = Path(__file__).resolve().parents[2]
NEVER_NEEDED = ("requests", "pygments", "cryptography", "django.test", "jinja2", "oauth2_provider.views", "openai")
NOT_FOR_A_QUESTION = (
    "openai", "httpcore2", "numpy.ma", "yaml", "markdown", "apps.documents.admin",
    "apps.documents.sources.connector_registry",
    "apps.documents.lifecycle.register_documents", "apps.documents.parsing.pdf.read_pdf", "apps.evaluation.tasks",
    "apps.evaluation.gate.release_decision", "apps.graph.tasks", "apps.llm.offline.unit_selection.select_units",
    "apps.simplify.checks.check_all",
)  # fmt: skip
NOT_FOR_A_PAGE = ("config.console.urls", "apps.documents.admin", "apps.evaluation.admin")
AS_A_WEB_PROCESS = f"""
import json, sys
from config.skip_unused_imports import skip_unused_imports
skip_unused_imports()
import django
django.setup()
import apps.chat.websocket_urls, apps.simplify.rewriting.run_rewrite_child, config.console.upload_progress_websocket
import config.monitoring.otlp_metrics_export
from apps.llm.transport.endpoint_connections import EndpointAddress, make_http_client
from apps.retrieval.keywords.score_by_character_ngrams import ngram_match_scores
make_http_client(EndpointAddress("m", "http://127.0.0.1:9/v1"))
ngram_match_scores("Hundesteuer", ["Die Hundesteuer beträgt 120 Euro."])
print(json.dumps([name for name in {NOT_FOR_A_QUESTION!r} if name in sys.modules]))
import config.urls
from django.urls import reverse
assert reverse("chat:page") == "/" and reverse("staff-sign-in") == "/admin/login/"
print(json.dumps([name for name in {NOT_FOR_A_PAGE!r} if name in sys.modules]))
assert reverse("admin:documents_document_changelist") == "/admin/documents/document/"
print(json.dumps([name for name in {NEVER_NEEDED!r} if name in sys.modules]))
import requests
from jwcrypto import jwk
print(json.dumps([requests.__name__, jwk.JWK.__name__]))
"""


def test_a_web_process_loads_none_of_them_and_all_can_be_had() -> None:
    done = subprocess.run(
        [sys.executable, "-c", AS_A_WEB_PROCESS],
        env={"DJANGO_SETTINGS_MODULE": "config.settings", "PATH": "", "AUSKUNFT_PROCESS": "web"},
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    for_a_question, for_a_page, loaded, on_demand = (json.loads(line) for line in done.stdout.splitlines())
    assert (for_a_question, for_a_page) == ([], [])
    assert loaded == []
    assert on_demand == ["requests", "JWK"]


def test_the_web_process_leaves_them_out_before_django_is_set_up() -> None:
    source = (ROOT / "config" / "asgi.py").read_text(encoding="utf-8")
    assert source.index("gc.disable()") < source.index("skip_unused_imports()") < source.index("django.setup(")


def test_a_command_loads_none_of_what_it_never_needs_and_looks_for_garbage_in_none_of_the_rest() -> None:
    """The worker and whoever imports by command are such processes."""
    asked = "import gc, sys, manage; sys.argv = ['manage.py', 'diffsettings']; manage.main()"
    asked += "; assert gc.isenabled() and gc.get_freeze_count() > 100_000"
    asked += "; print([name for name in ('requests', 'pygments', 'cryptography') if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", asked], cwd=ROOT, capture_output=True, check=True, text=True, env={"PATH": ""}
    )
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_companion_that_is_loaded_already_stays() -> None:
    before = sys.modules["json"]
    import_without("config.skip_unused_imports", ("json", "no_such_companion"))
    assert sys.modules["json"] is before
    assert "no_such_companion" not in sys.modules


def test_views_on_demand_say_of_forged_forms_what_their_classes_say() -> None:
    on_demand = [pattern for pattern in urlpatterns if hasattr(pattern.callback, "loaded")]
    assert len(on_demand) >= len({pattern.name for pattern in on_demand}) >= 7
    for pattern in on_demand:
        view = pattern.callback.loaded()
        assert getattr(view, "csrf_exempt", False) == pattern.callback.csrf_exempt, pattern.name
