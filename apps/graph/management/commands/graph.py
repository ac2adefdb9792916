"""`manage.py graph estimate|build|status --collection SLUG`: what a graph would cost, make it, how it stands."""

import json
from decimal import Decimal, InvalidOperation
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from apps.documents.models import Collection
from apps.graph.building.build_graph import AlreadyBuilding, build_collection_graph
from apps.graph.building.build_options import BuildOptions
from apps.graph.building.build_settings_and_merges import resolve_build_method
from apps.graph.building.estimate_cost import estimate_build_cost
from apps.graph.building.graph_status import get_or_create_graph_index, graph_status
from apps.graph.models import BuildState, Method


class Command(BaseCommand):
    help = "Estimates, builds or shows the knowledge graph of a collection."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("action", choices=["estimate", "build", "status"])
        parser.add_argument("--collection", required=True, metavar="SLUG")
        parser.add_argument("--method", choices=Method.values, help="default: as set in the admin")
        parser.add_argument("--max-calls", type=int, metavar="N", help="stop before more calls to models than that")
        parser.add_argument("--budget", metavar="AMOUNT", help="stop before it costs more than that")
        parser.add_argument("--sample", type=int, default=0, metavar="N", help="estimate: ask about N texts first")
        parser.add_argument("--full", action="store_true", help="divide the whole graph into communities anew")
        parser.add_argument("--json", action="store_true", help="one JSON object on standard output")

    def handle(self, *args: Any, **options: Any) -> None:
        for name in ("max_calls", "sample"):
            check_limit(name, options[name])
        found = collection(options["collection"])
        if options["action"] == "estimate":
            self.estimate(found, options)
        elif options["action"] == "status":
            self.show(graph_status(found), options["json"])
        else:
            self.build(found, options)

    def estimate(self, found: Collection, options: dict[str, Any]) -> None:
        index, method = get_or_create_graph_index(found), options["method"] or ""
        if options["sample"] > 0 and resolve_build_method(index, method) == Method.MODEL:
            most = amount(options["budget"])
            try:
                build_collection_graph(
                    index, BuildOptions(method, options["max_calls"], most, sample=options["sample"])
                )
            except AlreadyBuilding as error:
                raise CommandError(str(error), returncode=1) from None
        self.show(estimate_build_cost(index, method), options["json"])

    def build(self, found: Collection, options: dict[str, Any]) -> None:
        index = get_or_create_graph_index(found)
        build_options = BuildOptions(
            options["method"] or "", options["max_calls"], amount(options["budget"]), options["full"]
        )
        before = estimate_build_cost(index, build_options.method)
        self.stderr.write(self.style.NOTICE(format_estimate(before)))
        bar = StepProgress(quiet=options["verbosity"] == 0)
        try:
            made = build_collection_graph(index, build_options, bar.show)
        except AlreadyBuilding as error:
            raise CommandError(str(error), returncode=1) from None
        finally:
            bar.close()
        self.show(graph_status(found), options["json"])
        if made.state != BuildState.COMPLETE:
            raise CommandError(f"The graph is not complete: {made.reason}", returncode=1)

    def show(self, shown: dict[str, Any], as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps(shown, ensure_ascii=False))
        else:
            self.stdout.write("\n".join(f"{name}: {value}" for name, value in shown.items()))


def collection(slug: str) -> Collection:
    """Raises CommandError with the names that would be right."""
    found = Collection.objects.filter(slug=slug).first()
    if found is None:
        known = ", ".join(sorted(Collection.objects.values_list("slug", flat=True))) or "none"
        raise CommandError(f"Unknown collection '{slug}'. Known: {known}.", returncode=2)
    return found


def check_limit(name: str, limit: int | None) -> None:
    """Raises CommandError for a number below 0, which a build would reach before it began."""
    if limit is not None and limit < 0:
        argument = name.replace("_", "-")
        raise CommandError(f"--{argument} is {limit}, use a whole number from 0.", returncode=2)


def amount(text: str | None) -> Decimal | None:
    if text is None:
        return None
    try:
        value = Decimal(text)
    except InvalidOperation:
        value = Decimal("NaN")
    if not value.is_finite() or value < 0:
        raise CommandError(f"The budget is '{text}', use an amount such as 2.50.", returncode=2)
    return value


def format_estimate(before: dict[str, object]) -> str:
    cost = "unknown, because the model has no price" if before["cost"] is None else f"about {before['cost']}"
    return (
        f"{before['chunks']} pieces of text, about {before['model_calls']} calls to models, {before['tokens']} tokens, "
        f"cost {cost}."
    )


class StepProgress:
    """One progress bar on standard error for each step of the build."""

    def __init__(self, *, quiet: bool) -> None:
        self.quiet, self.phase = quiet, ""
        self.bar: Any = None

    def show(self, phase: str, done: int, total: int) -> None:
        if phase != self.phase:
            self.close()
            self.phase = phase
            self.bar = tqdm(desc=phase, total=total, disable=self.quiet)
        self.bar.update(done - self.bar.n)

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()
