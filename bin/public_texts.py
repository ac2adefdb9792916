"""Collects the texts that the public meets into locale/public.pot, the template of every language but German.

    python bin/public_texts.py

German has all texts of the product. The other languages have those of the public pages, of the answers on every channel
and of their errors; staff read German or English. Needs xgettext (package gettext). tests/test_public_texts.py fails
when the template is out of date, and when a language lacks one of its texts.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import polib

ROOT = Path(__file__).resolve().parents[1]
TEMPLATE = ROOT / "locale" / "public.pot"
PUBLIC = (
    "templates/*.html",
    "templates/chat/*.html",
    "templates/documents/*.html",
    "templates/simplify/*.html",
    "apps/chat/*.py",
    "apps/chat/admission/*.py",
    "apps/chat/answering/*.py",
    "apps/chat/channels/delivery/*.py",
    "apps/chat/channels/intake/*.py",
    "apps/chat/channels/interface/*.py",
    "apps/chat/channels/slack/**/*.py",
    "apps/chat/channels/teams/**/*.py",
    "apps/chat/answer_or_refusal/*.py",
    "apps/chat/contradictions/*.py",
    "apps/chat/document_list/*.py",
    "apps/chat/nearest_passages/*.py",
    "apps/chat/privacy/*.py",
    "apps/chat/proof/*.py",
    "apps/chat/rendering/*.py",
    "apps/chat/table_answers/*.py",
    "apps/chat/turn_state/*.py",
    "apps/chat/subscriptions/**/*.py",
    "apps/chat/web/*.py",
    "apps/documents/models/chunks_embeddings_and_postings.py",
    "apps/documents/pages/*.py",
    "apps/llm/offline/built_in_model_display_names.py",
    "apps/retrieval/algorithms/*.py",
    "apps/retrieval/search/*.py",
    "apps/retrieval/vectors/*.py",
    "apps/simplify/*.py",
    "apps/simplify/rewriting/*.py",
    "apps/simplify/web/*.py",
    "config/api/protocol/limit_concurrent_calls.py",
    "config/api/protocol/errors.py",
    "config/api/protocol/json_parser.py",
    "config/api/protocol/strict_fields.py",
    "config/api/resources/question_body.py",
    "config/bridges/simplify_answers.py",
    "config/error_responses.py",
    "config/http/*.py",
)
STAFF = (
    "apps/chat/apps.py",
    "apps/chat/regenerate_stored_turn.py",
    "apps/simplify/apps.py",
    "apps/simplify/batch_sources.py",
    "apps/simplify/models.py",
    "templates/system_card.html",
)
"""Lie among the public files and are read by staff only, or by whoever wants to know how the service is made."""


def public_files() -> Iterator[Path]:
    staff = {ROOT / name for name in STAFF}
    for pattern in PUBLIC:
        yield from (path for path in sorted(ROOT.glob(pattern)) if path not in staff)


def public_texts() -> polib.POFile:
    """Every text of the public files, once. Starts xgettext in a folder of its own."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "locale").mkdir()
        for path in public_files():
            copy = folder / path.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
        command = [sys.executable, "-m", "django", "makemessages", "--locale", "de", "--no-location", "--keep-pot"]
        # Without our settings, which are not among the copies.
        bare = {key: value for key, value in os.environ.items() if key != "DJANGO_SETTINGS_MODULE"}
        subprocess.run(command, cwd=folder, env=bare, check=True, capture_output=True)
        template = polib.pofile(str(folder / "locale" / "django.pot"))
    template.header = "The texts that the public meets. Written by bin/public_texts.py."
    template.metadata = {"Content-Type": "text/plain; charset=UTF-8", "Content-Transfer-Encoding": "8bit"}
    return template


if __name__ == "__main__":
    public_texts().save(str(TEMPLATE))
