"""The reference names everything people can use; this test reads the code and looks for each name on the page."""

import re
from pathlib import Path

import pytest

from apps.documents.models import Status
from apps.documents.pipeline import STAGES
from apps.documents.status_messages import STATUS_SENTENCES
from apps.llm.models import Purpose
from apps.llm.prompt_definitions import PROMPTS
from apps.retrieval.algorithms import ALGORITHMS
from benchmarks.report_parts.chapters import anchor
from config.console.roles import GROUP_PERMISSIONS

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
SETTING = re.compile(r"""env_(?:str|bool|int|list|secret)\(\s*["']([A-Z][A-Z0-9_]+)["']""")


def settings_read() -> set[str]:
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "config").rglob("*.py")]
    return {name for source in sources for name in SETTING.findall(source)}


def own_commands() -> set[str]:
    return {
        path.stem
        for path in [*ROOT.glob("apps/*/management/commands/*.py"), *ROOT.glob("config/management/commands/*.py")]
        if not path.stem.startswith("_")
    }


NAMES = {
    "setting": settings_read(),
    "command": {f"manage.py {name}" for name in own_commands()},
    "stage": {stage.name for stage in STAGES},
    "status": {status.value for status in Status},
    "reason code": set(STATUS_SENTENCES),
    "algorithm": set(ALGORITHMS) | {alias for algorithm in ALGORITHMS.values() for alias in algorithm.aliases},
    "prompt": set(PROMPTS),
    "purpose": {purpose.value for purpose in Purpose},
    "group": set(GROUP_PERMISSIONS),
}


@pytest.mark.parametrize("kind", NAMES)
def test_the_reference_names_each(kind: str) -> None:
    missing = {name for name in NAMES[kind] if (name if kind == "command" else f"`{name}`") not in REFERENCE}
    assert not missing, f"docs/reference.md does not name the {kind} {', '.join(sorted(missing))}"


def test_every_kind_of_name_was_found_in_the_code() -> None:
    assert all(NAMES.values())


LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(#[^)\s]*)?\)")


@pytest.mark.parametrize(
    "page",
    [ROOT / "README.md", ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))],
    ids=str,
)
def test_every_link_between_the_documents_leads_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    missing = [target for target, _ in LINK.findall(text) if target and not (page.parent / target).exists()]
    assert missing == []


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {anchor(heading) for heading in headings}


@pytest.mark.parametrize("page", [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))], ids=str)
def test_every_link_to_a_heading_leads_to_one(page: Path) -> None:
    links = [(target, place[1:]) for target, place in LINK.findall(page.read_text(encoding="utf-8")) if place]
    texts = {target: page.parent / target if target else page for target, _ in links if not target.startswith("/")}
    missing = [
        f"{target}#{place}" for target, place in links if target in texts and place not in anchors(texts[target])
    ]
    assert missing == []


def test_each_entry_of_the_changelog_stands_once_in_a_section_of_its_version() -> None:
    version, section = "", ""
    entries = []
    for line in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            version, section = line, ""
        elif line.startswith("### "):
            section = line
        elif line.startswith("- "):
            entries.append((version, section, line))
    assert [line for version, section, line in entries if not (version and section)] == []
    assert len({line for _, _, line in entries}) == len(entries)


def test_the_readme_names_only_commands_that_exist() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"manage\.py ([a-z_]+)", readme))
    django = {"migrate", "createsuperuser", "shell", "check"}
    assert named <= own_commands() | django


PLACES = "apps|benchmarks|bin|config|deploy|docs|examples|locale|static|templates|tests"
PATH = re.compile(rf"(?<![\w/.-])((?:{PLACES})/[\w./-]*[\w/])")
FILE = re.compile(r"`([a-z_]+\.(?:py|html|js|css|tsv|txt|json))`")
WITH_PATHS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "examples" / "README.md"]
WITH_PATHS += [
    ROOT / "docs" / f"{name}.md" for name in ("architecture", "evaluation", "operations", "reference", "security")
]


@pytest.mark.parametrize("page", WITH_PATHS, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_path_that_a_document_names_exists(page: Path) -> None:
    named = set(PATH.findall(page.read_text(encoding="utf-8")))
    assert sorted(path for path in named if not (ROOT / path).exists()) == []


@pytest.mark.parametrize("page", WITH_PATHS, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_file_that_a_document_names_without_its_folder_exists(page: Path) -> None:
    known = {path.name for place in PLACES.split("|") for path in (ROOT / place).rglob("*.*")} | {"manage.py"}
    assert sorted(set(FILE.findall(page.read_text(encoding="utf-8"))) - known) == []


def test_the_architecture_names_many_paths() -> None:
    assert len(set(PATH.findall((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")))) > 80
