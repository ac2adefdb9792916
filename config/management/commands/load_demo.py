"""manage.py load_demo: the invented documents in examples/ into the collection `demo`, with their graph and cases.

It stands above all apps, because the demonstration goes through all of them.
"""

import json
import sys
from collections.abc import Collection as Items
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils.translation import gettext as _

from apps.documents.lifecycle.import_documents import import_paths
from apps.documents.management.commands.import_documents import report_text
from apps.documents.management.progress_bars import ImportProgressBar
from apps.documents.models import Collection
from apps.documents.vectors.fill_missing_task import enqueue_if_vectors_missing
from apps.evaluation.import_export.import_cases import import_cases
from apps.evaluation.models import CaseSource, Suite
from apps.graph.building.build_graph import AlreadyBuilding, build_collection_graph
from apps.graph.building.build_options import BuildOptions
from apps.graph.building.graph_status import get_or_create_graph_index, graph_status
from apps.graph.models import Method
from apps.llm.model_registry import models_in_order
from apps.llm.models import Purpose

EXAMPLES = Path(settings.BASE_DIR) / "examples"


class Command(BaseCommand):
    help = "Loads the demo collection: invented documents of a German town hall. May run again and again."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        documents = EXAMPLES / "documents"
        if not documents.is_dir():
            raise CommandError(
                f"There is no folder '{documents}'. Run this from a checkout of the project.", returncode=2
            )
        description = json.loads((EXAMPLES / "collection.json").read_text(encoding="utf-8"))
        collection = demo_collection(description)
        with ImportProgressBar() as bar:
            report = import_paths([documents], collection.slug, progress=bar.show)
        build_graph(collection)
        offer_suite(collection, description.get("needs_language_model", []))
        offer_example_questions(collection, description["example_questions"])
        enqueue_if_vectors_missing()
        # An earlier run that was cut short left unchanged documents to finish: they cost model calls.
        nothing_done = not (report.new or report.changed or sum(report.model_calls.values()))
        if nothing_done and not report.problems:
            self.stdout.write(f"The demo collection is loaded and unchanged: {len(report.documents)} documents.")
        else:
            self.stdout.write(report_text(report, queued=False))
        if report.has_failures:
            sys.exit(1)


def demo_collection(description: dict[str, object]) -> Collection:
    """Made on the first run; what editors have changed since stays as it is."""
    names = {name: description[name] for name in ("name", "description", "language")}
    return Collection.objects.get_or_create(slug=description["slug"], defaults=names)[0]


def offer_example_questions(collection: Collection, questions: list[str]) -> None:
    """After the import: a question that is offered has an answer. Questions chosen by an editor stay."""
    Collection.objects.filter(pk=collection.pk, example_questions=[]).update(example_questions=questions)


def build_graph(collection: Collection) -> None:
    """Builds by noun phrases: it takes a second, calls no model, and questions about the whole have an answer."""
    if graph_status(collection)["state"] != "empty":
        return
    try:
        build_collection_graph(get_or_create_graph_index(collection), BuildOptions(method=Method.NOUN_PHRASES))
    except AlreadyBuilding:
        return  # somebody in the admin is quicker


def offer_suite(collection: Collection, harder: Items[str]) -> None:
    """The questions with known answers as cases that can be run at once. A suite that is there already stays.

    `harder` are questions whose words are not those of the page: the built-in model refuses them, and says so. While it
    answers they are switched off, with a note, so that a run shows what was broken and not what never worked.
    """
    questions = EXAMPLES / "questions.jsonl"
    if not questions.is_file() or Suite.objects.filter(slug=collection.slug).exists():
        return
    written = [json.loads(line) for line in questions.read_text(encoding="utf-8").splitlines()]
    # A case is asked by itself: what a follow-up is about stands in the question before it.
    left_out = () if has_language_model() else harder
    cases = [case_of(question, question["question"] in left_out) for question in written if "after" not in question]
    with transaction.atomic():
        suite = Suite.objects.create(slug=collection.slug, name=collection.name)
        suite.collections.add(collection)
        import_cases(suite, questions.name, "\n".join(map(json.dumps, cases)).encode())


def has_language_model() -> bool:
    return any(row.endpoint is not None for row in models_in_order(Purpose.ANSWER)[:1])


def case_of(question: dict[str, object], is_left_out: bool) -> dict[str, object]:
    """What no document answers is to be refused."""
    written = {"reference": question["answer"], "must_refuse": not question["document_id"]}
    note = _("Needs a language model: switch it on when one is connected.") if is_left_out else ""
    state = {"is_active": not is_left_out, "note": note}
    return {**question, **written, **state, "tags": [question["kind"]], "source": CaseSource.WRITTEN}
