"""Types of parsing: pages, the document they make, and the reason when there is none."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal, Self

from apps.documents.parsing.cell_positions_in_text import SheetLayout

Method = Literal["text", "ocr", "none"]


class FailureReason(StrEnum):
    """Why a file gave no pages, or fewer than it has. The value is stored with the document."""

    NOT_A_PDF = "not_a_pdf"
    EMPTY_FILE = "empty_file"
    ENCRYPTED = "encrypted"
    NO_PAGES = "no_pages"
    NO_TEXT = "no_text"
    WRONG_ENCODING = "wrong_encoding"
    UNSUPPORTED_TYPE = "unsupported_type"
    SIZE_LIMIT = "size_limit"
    MEMORY_LIMIT = "memory_limit"
    TIME_LIMIT = "time_limit"
    CRASHED = "crashed_n_times"
    DAMAGED = "damaged"
    UNPACKED_LIMIT = "unpacked_limit"
    NO_CONVERTER = "no_converter"


class ParseFlag(StrEnum):
    """Something worth knowing about a page or document that was read all the same."""

    TRUNCATED_REPAIRED = "truncated_repaired"
    PAGE_LIMIT = "page_limit"
    NUL_STRIPPED = "nul_stripped"
    OCR_TIMEOUT = "ocr_timeout"
    OCR_UNAVAILABLE = "ocr_unavailable"
    OCR_FAILED = "ocr_failed"
    PAGE_UNREADABLE = "page_unreadable"
    HIDDEN_SHEETS = "hidden_sheets"
    HIDDEN_CELLS = "hidden_cells"
    PICTURES_UNREAD = "pictures_unread"
    ATTACHMENT_LIMIT = "attachment_limit"
    ENCRYPTED_PART = "encrypted_part"


INCOMPLETE_FLAGS = frozenset(
    {
        ParseFlag.TRUNCATED_REPAIRED,
        ParseFlag.PAGE_LIMIT,
        ParseFlag.OCR_TIMEOUT,
        ParseFlag.OCR_UNAVAILABLE,
        ParseFlag.OCR_FAILED,
        ParseFlag.PAGE_UNREADABLE,
        ParseFlag.ATTACHMENT_LIMIT,
        ParseFlag.ENCRYPTED_PART,
    }
)
"""Flags that mean text is missing: the document can be `ready_partial`, never `ready`."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word seen by OCR. Coordinates are points from the top left of the page as a viewer shows it."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class ParsedPage:
    """One page, the unit a citation names.

    `text` is Markdown in NFKC without NUL and other control characters. `width` and `height` are points (0 where a
    page has no paper size). `rotation` is how far the page was turned clockwise for reading: 0, 90, 180 or 270.
    `ocr_confidence` is the mean over the words, 0 to 100; None unless `method` is "ocr". `sheet` says which cells the
    text holds, where it is one of a workbook. `margins`: so many characters at its beginning and end stand apart in
    print, as heads and feet do; `body` is where the text stands without those that run through the document, None
    where that is all of it. `unseen`: words that follow each other in the file and that the page does not show.
    """

    number: int
    text: str
    method: Method = "text"
    ocr_confidence: float | None = None
    width: float = 0.0
    height: float = 0.0
    rotation: int = 0
    words: tuple[Word, ...] = ()
    flags: frozenset[ParseFlag] = frozenset()
    sheet: SheetLayout | None = None
    margins: tuple[int, int] = (0, 0)
    body: tuple[int, int] | None = None
    unseen: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The form that goes over the pipe; what has its default stays at home (`asdict` takes ten times as long)."""
        data: dict[str, Any] = {"number": self.number, "text": self.text, "method": self.method}
        data |= {"width": self.width, "height": self.height}
        if self.method == "ocr":
            data |= {"ocr_confidence": self.ocr_confidence, "rotation": self.rotation}
            data["words"] = [[word.text, word.x0, word.y0, word.x1, word.y1] for word in self.words]
        if self.flags:
            data["flags"] = sorted(self.flags)
        if self.sheet is not None:
            data["sheet"] = self.sheet.as_json()
        if self.margins != (0, 0):
            data["margins"] = self.margins
        if self.body is not None:
            data["body"] = self.body
        if self.unseen:
            data["unseen"] = self.unseen
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        if "words" in data:
            data["words"] = tuple(Word(*word) for word in data["words"])
        if "flags" in data:
            data["flags"] = frozenset(map(ParseFlag, data["flags"]))
        if "sheet" in data:
            data["sheet"] = SheetLayout.from_json(data["sheet"])
        if "margins" in data:
            data["margins"] = tuple(data["margins"])
        if "body" in data:
            data["body"] = tuple(data["body"])
        if "unseen" in data:
            data["unseen"] = tuple(data["unseen"])
        return cls(**data)

    @property
    def body_text(self) -> str:
        return self.text if self.body is None else self.text[slice(*self.body)]


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """All pages of a file, numbered from 1. `page_count` is what the file has, also when fewer were read.

    `fields` holds what a record says about itself besides its pages: name, description, keywords; `front_matter` what a
    Markdown file does (`date` as an ISO day, `metadata`).
    """

    pages: tuple[ParsedPage, ...]
    media_type: str
    title: str = ""
    page_count: int = 0
    flags: frozenset[ParseFlag] = frozenset()
    warnings: tuple[str, ...] = ()
    fields: dict[str, str] = field(default_factory=dict)
    front_matter: dict[str, Any] = field(default_factory=dict)

    @property
    def partial_reason(self) -> ParseFlag | None:
        """Why text is known to be missing; None when it is all there."""
        return next((flag for flag in ParseFlag if flag in self.flags & INCOMPLETE_FLAGS), None)


@dataclass(frozen=True, slots=True)
class PageRange:
    """The pages of a PDF after the first `done`; one at a time when one of them has ended a process."""

    done: int = 0
    one_by_one: bool = False


ALL_PAGES = PageRange()


class ParseFailure(Exception):  # noqa: N818 - it is an outcome of the file, not a mistake of the program
    """No pages. `reason_code` is for the status, `detail` one English sentence, `facts` the values in it."""

    def __init__(self, reason_code: FailureReason | str, detail: str, **facts: str | int) -> None:
        super().__init__(f"{reason_code}: {detail}")
        self.reason_code = FailureReason(reason_code)
        self.detail = detail
        self.facts = facts

    def as_json(self) -> dict[str, Any]:
        """Returns its arguments, by which it is made again on the other side of a pipe."""
        return {"reason_code": self.reason_code, "detail": self.detail, **self.facts}


class ParserDeath(ParseFailure):
    """The process that read the file died. The file may be the cause or a bystander, so it deserves another try."""
