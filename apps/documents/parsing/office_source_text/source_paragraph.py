"""A paragraph as the source of an Office file or a book has it, before it is compared with the printed pages."""

from dataclasses import dataclass

from apps.documents.parsing.endnotes.endnote import Endnote


@dataclass(frozen=True, slots=True)
class SourceParagraph:
    """`page` is the number of the slide, 0 where the text flows; `notes` are what the speaker reads.

    A `comment` and the description of a `picture` belong to the paragraph before them. A `cell` is part of a table;
    None where the file does not tell. What is `apart` stands by itself for sure: an entry of a list, a paragraph of a
    slide. `table`: what stands for the whole table, in its first cell with a word; empty for others, and for tables
    whose print shows what they are. `endnotes` are those that it names.
    """

    text: str
    page: int = 0
    notes: bool = False
    comment: bool = False
    picture: bool = False
    cell: bool | None = False
    apart: bool = False
    table: tuple[str, ...] = ()
    endnotes: tuple[Endnote, ...] = ()
