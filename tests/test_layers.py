"""Imports point down only, and nothing imports in a circle: apps, the rooms of an app, files.

A room is a package. Files that lie beside sub-packages (such as `apps/documents/pipeline.py`) count as rooms of their
own. Imports for types and inside functions count like all others.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from itertools import permutations
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MOST_FILES = 12
"""Python files in one folder, beside its `__init__`."""
NO_ROOMS = {"management", "commands", "migrations", "templatetags"}

# What each layer may import from, besides itself.
BELOW = {
    "apps.text": set(),
    "apps.database": {"apps.text"},
    "apps.admin_base": set(),
    "apps.llm": {"apps.text", "apps.database", "apps.admin_base"},
    "apps.documents": {"apps.text", "apps.database", "apps.admin_base", "apps.llm"},
    "apps.graph": {"apps.text", "apps.database", "apps.admin_base", "apps.llm", "apps.documents"},
    "apps.retrieval": {"apps.text", "apps.database", "apps.admin_base", "apps.llm", "apps.documents", "apps.graph"},
}
BELOW["apps.chat"] = BELOW["apps.simplify"] = BELOW["apps.retrieval"] | {"apps.retrieval"}
BELOW["apps.evaluation"] = BELOW["apps.chat"] | {"apps.chat", "apps.simplify"}

Graph = Mapping[str, set[str]]


def layer_of(module: str) -> str | None:
    parts = module.split(".")
    if parts[0] == "config":
        return "config"
    if parts[0] == "apps" and len(parts) > 1:
        return ".".join(parts[:2])
    return None


def imported_modules(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def violations(layer: str, source: str) -> set[str]:
    used = {layer_of(module) for module in imported_modules(ast.parse(source))}
    return {name for name in used if name and name != layer and name not in BELOW[layer]}


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def files_of_the_product() -> dict[str, Path]:
    paths = (path for top in ("apps", "config") for path in (ROOT / top).rglob("*.py"))
    return {module_of(path): path for path in paths if "migrations" not in path.parts}


def imports_between(files: Mapping[str, Path]) -> Graph:
    """The files that each file imports; a name out of a package counts as an import of the package."""
    graph = {}
    for module, path in files.items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        graph[module] = {name for name in imported_files(tree, files) if name != module}
    return graph


def imported_files(tree: ast.AST, files: Mapping[str, Path]) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in files)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                if full in files or node.module in files:
                    yield full if full in files else str(node.module)


def room_of(module: str, files: Mapping[str, Path], with_rooms_inside: set[Path]) -> str:
    folder = files[module].parent
    return module if folder in with_rooms_inside else ".".join(folder.relative_to(ROOT).parts)


def imports_between_rooms(files: Mapping[str, Path], imports: Graph) -> Graph:
    with_rooms_inside = {path.parent.parent for path in files.values() if path.parent.name not in NO_ROOMS}
    rooms: dict[str, set[str]] = {}
    for module, imported in imports.items():
        room = room_of(module, files, with_rooms_inside)
        others = {room_of(name, files, with_rooms_inside) for name in imported}
        rooms.setdefault(room, set()).update(others - {room})
    return rooms


def circle(graph: Graph) -> list[str]:
    """A path that ends where it begins; empty when there is none."""
    done: set[str] = set()
    for start in sorted(graph):
        path, stack = [start], [iter(sorted(graph[start]))]
        while stack and start not in done:
            following = next(stack[-1], None)
            if following is None:
                done.add(path.pop())
                stack.pop()
            elif following in path:
                return [*path[path.index(following) :], following]
            elif following not in done:
                path.append(following)
                stack.append(iter(sorted(graph.get(following, set()))))
    return []


@pytest.mark.parametrize("path", sorted((ROOT / "apps").rglob("*.py")), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_imports_only_from_layers_below(path: Path) -> None:
    layer = layer_of(module_of(path))
    if layer not in BELOW:
        return
    assert violations(layer, path.read_text(encoding="utf-8")) == set()


def test_the_rule_sees_an_import_that_points_up() -> None:
    assert violations("apps.documents", "def late():\n    from apps.chat import answering\n") == {"apps.chat"}
    assert violations("apps.llm", "from config import localdb") == {"config"}


def test_every_app_has_its_place_in_the_order() -> None:
    apps = {layer_of(module_of(path)) for path in (ROOT / "apps").rglob("*.py")} - {None}
    assert apps == set(BELOW)


def test_no_files_import_each_other_in_a_circle() -> None:
    assert " -> ".join(circle(imports_between(files_of_the_product()))) == ""


def test_no_rooms_import_each_other_in_a_circle() -> None:
    files = files_of_the_product()
    assert " -> ".join(circle(imports_between_rooms(files, imports_between(files)))) == ""


def test_no_chat_platform_imports_from_another() -> None:
    files = files_of_the_product()
    graph = imports_between(files)
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


def test_a_circle_is_found_with_its_path() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]
    assert circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_imports_for_types_and_inside_functions_count() -> None:
    files = dict.fromkeys(("apps.a", "apps.b.c"), ROOT / "apps" / "x.py")
    source = "if TYPE_CHECKING:\n    from apps.b import c\ndef late():\n    from apps.a import name\n"
    assert set(imported_files(ast.parse(source), files)) == {"apps.a", "apps.b.c"}


def test_no_room_is_crowded() -> None:
    folders = {path.parent for path in files_of_the_product().values()}
    counts = {folder: sum(file.name != "__init__.py" for file in folder.glob("*.py")) for folder in folders}
    assert {str(folder) for folder, count in counts.items() if count > MOST_FILES} == set()


def test_each_room_says_what_lives_there() -> None:
    rooms = {path for path in files_of_the_product().values() if path.name == "__init__.py"}
    rooms = {path for path in rooms if path.parent.name not in NO_ROOMS}
    silent = [path for path in rooms if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))]
    assert sorted(str(path.relative_to(ROOT)) for path in silent) == []


def test_each_room_imports_only_what_its_first_lines_say() -> None:
    files = files_of_the_product()
    wrong = {}
    for module, imported in imports_between(files).items():
        room = ".".join(files[module].parent.relative_to(ROOT).parts)
        if files[module].parent.name in NO_ROOMS:
            continue
        app = layer_of(room)
        rooms = {".".join(files[name].parent.relative_to(ROOT).parts) for name in imported} - {room}
        own = {name.removeprefix(str(app)).lstrip(".") or "its root" for name in rooms if layer_of(name) == app}
        if app and app != room and (extra := own - said_to_import(room)):
            wrong[module] = extra
    assert wrong == {}


def said_to_import(room: str) -> set[str]:
    """The rooms after "May import from this app:"; management commands and the like may import all."""
    text = (ROOT / room.replace(".", "/") / "__init__.py").read_text(encoding="utf-8")
    found = re.search(r"May import from this app: ([^:]*?)\.\n", text)
    return set(re.split(r",\s+", found[1])) if found else set()
