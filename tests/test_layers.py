"""Imports point down only, and nothing imports in a circle: apps, the rooms of an app, files.

A room is a package. Files that lie beside sub-packages (such as `apps/documents/pipeline.py`) count as rooms of their
own. Imports for types and inside functions count like all others.
"""

import ast
import re
from collections import Counter, defaultdict
from itertools import permutations
from pathlib import Path

import pytest

from tests.import_graph import (
    NO_ROOMS,
    ROOT,
    Graph,
    ImportNode,
    circle,
    files_of_the_product,
    import_nodes,
    imported_files,
    imported_modules,
    imports_between,
    imports_between_rooms,
    imports_in,
    layer_of,
    module_of,
)

MOST_FILES = 12
"""Python files in one folder, beside its `__init__`."""

# What each layer may import from, besides itself.
BELOW = {
    "apps.text": set(),
    "apps.outbound_network": set(),
    "apps.spreadsheets": set(),
    "apps.deliveries": set(),
    "apps.database": {"apps.text"},
    "apps.admin_base": set(),
    "apps.task_schedules": set(),
    "apps.event_stream": set(),
    "apps.llm": {"apps.text", "apps.database", "apps.admin_base", "apps.outbound_network"},
    "apps.documents": {
        "apps.text",
        "apps.database",
        "apps.admin_base",
        "apps.task_schedules",
        "apps.outbound_network",
        "apps.llm",
    },
    "apps.graph": {
        "apps.text",
        "apps.database",
        "apps.admin_base",
        "apps.task_schedules",
        "apps.outbound_network",
        "apps.llm",
        "apps.documents",
    },
    "apps.conflicts": {"apps.text", "apps.database", "apps.admin_base", "apps.task_schedules", "apps.documents"},
    "apps.retrieval": {
        "apps.text",
        "apps.database",
        "apps.admin_base",
        "apps.task_schedules",
        "apps.outbound_network",
        "apps.llm",
        "apps.documents",
        "apps.graph",
    },
}
BELOW["apps.chat"] = BELOW["apps.retrieval"] | {
    "apps.retrieval",
    "apps.spreadsheets",
    "apps.conflicts",
    "apps.deliveries",
}
BELOW["apps.simplify"] = BELOW["apps.chat"] | {"apps.event_stream"}
BELOW["apps.evaluation"] = BELOW["apps.chat"] | {"apps.chat", "apps.simplify"}


@pytest.fixture(scope="module")
def files() -> dict[str, Path]:
    return files_of_the_product()


@pytest.fixture(scope="module")
def graph(files: dict[str, Path]) -> Graph:
    return imports_between(files)


def violations(layer: str, nodes: list[ImportNode]) -> set[str]:
    used = {layer_of(module) for module in imported_modules(nodes)}
    return {name for name in used if name and name != layer and name not in BELOW[layer]}


def test_files_import_only_from_layers_below() -> None:
    paths = [path for path in (ROOT / "apps").rglob("*.py") if layer_of(module_of(path)) in BELOW]
    assert len(paths) > 1_000
    found = {
        str(path.relative_to(ROOT)): violations(str(layer_of(module_of(path))), import_nodes(path)) for path in paths
    }
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


def test_the_rule_sees_an_import_that_points_up() -> None:
    late = imports_in("def late():\n    from apps.chat import answering\n")
    assert violations("apps.documents", late) == {"apps.chat"}
    assert violations("apps.llm", imports_in("from config import localdb")) == {"config"}


def test_every_app_has_its_place_in_the_order() -> None:
    apps = {layer_of(module_of(path)) for path in (ROOT / "apps").rglob("*.py")} - {None}
    assert apps == set(BELOW)


def test_no_files_import_each_other_in_a_circle(graph: Graph) -> None:
    assert " -> ".join(circle(graph)) == ""


def test_no_rooms_import_each_other_in_a_circle(files: dict[str, Path], graph: Graph) -> None:
    assert " -> ".join(circle(imports_between_rooms(files, graph))) == ""


def test_no_chat_platform_imports_from_another(graph: Graph) -> None:
    platforms = ("apps.chat.channels.slack", "apps.chat.channels.teams")
    crossing = {
        f"{module} -> {name}"
        for here, there in permutations(platforms, 2)
        for module in graph
        if module.startswith(here)
        for name in graph[module]
        if name.startswith(there)
    }
    assert crossing == set()


@pytest.mark.parametrize("room", ["apps.text", "apps.simplify.text", "apps.chat.quantities", "apps.documents.parsing"])
def test_a_pure_room_knows_neither_django_nor_what_does(room: str) -> None:
    """docs/architecture.md says of these that a test calls them and compares, without a database."""
    for path in (ROOT / room.replace(".", "/")).rglob("*.py"):
        modules = set(imported_modules(import_nodes(path)))
        known = {name for name in modules if name.startswith(("django", "apps.", "config"))}
        assert {name for name in known if not name.startswith((room, "apps.text"))} == set(), path


def test_a_circle_is_found_with_its_path() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]
    assert circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_imports_for_types_and_inside_functions_count() -> None:
    files = dict.fromkeys(("apps.a", "apps.b.c"), ROOT / "apps" / "x.py")
    source = "if TYPE_CHECKING:\n    from apps.b import c\ndef late():\n    from apps.a import name\n"
    assert set(imported_files(imports_in(source), files)) == {"apps.a", "apps.b.c"}


def test_no_room_is_crowded() -> None:
    folders = {path.parent for path in files_of_the_product().values()}
    counts = {folder: sum(file.name != "__init__.py" for file in folder.glob("*.py")) for folder in folders}
    assert {str(folder) for folder, count in counts.items() if count > MOST_FILES} == set()


def test_no_room_of_tests_is_crowded() -> None:
    """They mirror the rooms of the product; in those that do not, each file has a subject of its own."""
    folders = Counter(path.parent for path in (ROOT / "tests").rglob("test_*.py"))
    crowded = {str(folder.relative_to(ROOT)) for folder, count in folders.items() if count > MOST_FILES}
    assert crowded == {"tests", "tests/attacks", "tests/benchmarks"}


def test_each_room_says_what_lives_there() -> None:
    rooms = {path for path in files_of_the_product().values() if path.name == "__init__.py"}
    rooms = {path for path in rooms if path.parent.name not in NO_ROOMS}
    silent = [path for path in rooms if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))]
    assert sorted(str(path.relative_to(ROOT)) for path in silent) == []


@pytest.fixture(scope="module")
def imported_rooms(files: dict[str, Path], graph: Graph) -> dict[str, set[str]]:
    """What each room imports from its app, by the names that its first lines use."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for module, imported in graph.items():
        room, app = room_of(files[module]), layer_of(module)
        if app and app != room and files[module].parent.name not in NO_ROOMS:
            rooms = {room_of(files[name]) for name in imported if layer_of(name) == app} - {room}
            found[room] |= {name.removeprefix(app).lstrip(".") or "its root" for name in rooms}
    return found


def room_of(file: Path) -> str:
    return ".".join(file.parent.relative_to(ROOT).parts)


def test_each_room_imports_only_what_its_first_lines_say(imported_rooms: dict[str, set[str]]) -> None:
    wrong = {room: used - said_to_import(room) for room, used in imported_rooms.items()}
    assert {room: extra for room, extra in wrong.items() if extra} == {}


def test_the_first_lines_of_a_room_name_nothing_that_it_does_not_import(imported_rooms: dict[str, set[str]]) -> None:
    stale = {room: said_to_import(room) - used - {"nothing"} for room, used in imported_rooms.items()}
    assert {room: names for room, names in stale.items() if names} == {}


def said_to_import(room: str) -> set[str]:
    """The rooms after "May import from this app:"; management commands and the like may import all."""
    text = (ROOT / room.replace(".", "/") / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r"May import from this app: ([^:]*?)\.\n", text)
    return set(re.split(r",\s+", found[1])) if found else set()
