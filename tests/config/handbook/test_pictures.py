"""Every picture that a chapter shows is there, is small, and is one that the script takes."""

import ast
import re
from importlib import import_module

from config.handbook.chapters import CHAPTERS, FOLDER, LANGUAGES, handbook_chapter

PICTURE = re.compile(r"!\[([^\]]*)\]\(\.\./pictures/([^)]+)\.webp\)")
MOST_BYTES = 2_000_000


def shown() -> dict[str, str]:
    """What the alternative text of each picture says, by "language/name"."""
    texts = [handbook_chapter(name, language).text for language in LANGUAGES for name in CHAPTERS]
    return {picture: said for text in texts for said, picture in PICTURE.findall(text)}


def taken() -> set[str]:
    """The names in PICTURES, read without loading the browser."""
    tree = ast.parse((FOLDER / "pictures.py").read_text(encoding="utf-8"))
    table = next(
        node.value for node in tree.body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "PICTURES"
    )
    assert isinstance(table, ast.Dict)
    return {key.value for key in table.keys if isinstance(key, ast.Constant)}


def test_the_script_takes_what_the_chapters_show_and_nothing_else() -> None:
    assert set(shown()) == {f"{language}/{name}" for language in LANGUAGES for name in taken()}


def test_every_picture_is_there_and_none_is_left_over() -> None:
    files = {path.relative_to(FOLDER / "pictures").with_suffix("").as_posix() for path in FOLDER.rglob("*.webp")}
    assert files == set(shown())


def test_every_picture_is_described_in_words() -> None:
    assert [picture for picture, said in shown().items() if len(said) < 15] == []


def test_all_pictures_together_are_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.rglob("*.webp")) < MOST_BYTES


def test_chapters_name_pictures_in_their_own_language() -> None:
    for language in LANGUAGES:
        for name in CHAPTERS:
            pictures = PICTURE.findall(handbook_chapter(name, language).text)
            assert all(picture.startswith(f"{language}/") for _, picture in pictures)


def test_what_the_script_imports_of_the_product_is_there() -> None:
    """It runs seldom; a file that was moved shall not be noticed only then."""
    tree = ast.parse((FOLDER / "demo_installation.py").read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]
    names = {(str(node.module), alias.name) for node in imports for alias in node.names}
    of_the_product = {(module, name) for module, name in names if module.startswith(("apps.", "config", "tests."))}
    assert len(of_the_product) > 5
    for module, name in of_the_product:
        assert hasattr(import_module(module), name), f"{module} has no {name}"
