"""The chapters of the handbook: their order, for whom each is written, and where its text lies."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

FOLDER = Path(settings.BASE_DIR) / "docs" / "handbook"
LANGUAGES = ("de", "en")

EVERYBODY, EDITORS, EVALUATORS, ADMINISTRATORS = (
    _("For everybody"), _("For editors"), _("For evaluators"), _("For administrators"),
)  # fmt: skip
START = "start"
CHAPTERS: dict[str, Promise] = {
    START: EVERYBODY,
    "upload": EDITORS,
    "sources": EDITORS,
    "prompts": EDITORS,
    "profiles": EDITORS,
    "protected-words": EDITORS,
    "gaps": EDITORS,
    "suites": EVALUATORS,
    "reviews": EVALUATORS,
    "models": ADMINISTRATORS,
    "channels": ADMINISTRATORS,
    "people": ADMINISTRATORS,
    "rules": ADMINISTRATORS,
    "graph": ADMINISTRATORS,
    "operation": ADMINISTRATORS,
}
"""By the name of the file and of the address, in reading order."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """One text in one language; `text` is Markdown and begins with the title as its only first-level heading."""

    name: str
    language: str
    text: str

    @property
    def title(self) -> str:
        return self.text.partition("\n")[0].removeprefix("# ").strip()

    @property
    def body(self) -> str:
        return self.text.partition("\n")[2].strip("\n")


def handbook_chapter(name: str, language: str) -> Chapter:
    """Read from its file. Raises KeyError when there is no chapter of that name."""
    if name not in CHAPTERS or language not in LANGUAGES:
        raise KeyError(name)
    path = FOLDER / language / f"{name}.md"
    return read_chapter(name, language, path, path.stat().st_mtime_ns)


@lru_cache(maxsize=2 * len(CHAPTERS))
def read_chapter(name: str, language: str, path: Path, _changed: int) -> Chapter:
    return Chapter(name, language, path.read_text(encoding="utf-8"))


def handbook_chapters(language: str) -> list[Chapter]:
    return [handbook_chapter(name, language) for name in CHAPTERS]


def handbook_language() -> str:
    """Returns the language of the request, as far as the handbook is written in it."""
    base = (get_language() or "").partition("-")[0]
    return base if base in LANGUAGES else LANGUAGES[0]
