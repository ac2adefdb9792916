"""Which files and rooms of the product import which, read from their sources. A room is a package.

Files that lie beside sub-packages count as rooms of their own. Imports for types and inside functions count like
others.
"""

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NO_ROOMS = {"management", "commands", "migrations", "templatetags"}
"""Folders that belong to the framework, not rooms in which something lives."""
Graph = Mapping[str, set[str]]
ImportNode = ast.Import | ast.ImportFrom


def layer_of(module: str) -> str | None:
    parts = module.split(".")
    if parts[0] == "config":
        return "config"
    if parts[0] == "apps" and len(parts) > 1:
        return ".".join(parts[:2])
    return None


@cache
def import_nodes(path: Path) -> list[ImportNode]:
    """Kept for all tests of a process; the trees would take 250 MB."""
    return imports_in(path.read_text(encoding="utf-8"))


def imports_in(source: str) -> list[ImportNode]:
    """Wherever they stand."""
    return [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Import | ast.ImportFrom)]


def imported_modules(nodes: Iterable[ImportNode]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def files_of_the_product() -> dict[str, Path]:
    paths = (path for top in ("apps", "config") for path in (ROOT / top).rglob("*.py"))
    return {module_of(path): path for path in paths if "migrations" not in path.parts}


def imports_between(files: Mapping[str, Path]) -> Graph:
    """The files that each file imports; a name out of a package counts as an import of the package."""
    return {module: set(imported_files(import_nodes(path), files)) - {module} for module, path in files.items()}


def imported_files(nodes: Iterable[ImportNode], files: Mapping[str, Path]) -> Iterator[str]:
    for node in nodes:
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


def imports_between_packages(files: Mapping[str, Path], imports: Graph) -> Graph:
    """What the packages right below an app (or config) import, with all that lies in them."""
    packages: dict[str, set[str]] = {}
    for module, imported in imports.items():
        if package := package_of(module, files):
            others = {package_of(name, files) or name for name in imported} - {package}
            packages.setdefault(package, set()).update(others)
    return packages


def package_of(module: str, files: Mapping[str, Path]) -> str | None:
    """The package right below the app that the file lies in; None for files beside the packages."""
    parts = files[module].parent.relative_to(ROOT).parts
    length = 2 if parts[0] == "config" else 3
    return ".".join(parts[:length]) if len(parts) >= length and parts[length - 1] not in NO_ROOMS else None


def first_sentence(package: str) -> str:
    """Of the package's docstring."""
    tree = ast.parse((ROOT / package.replace(".", "/") / "__init__.py").read_text(encoding="utf-8"))
    return (ast.get_docstring(tree) or "").partition("\n")[0]
