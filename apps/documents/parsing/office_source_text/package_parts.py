"""Reads the parts of a Word, PowerPoint or OpenDocument package, and to which parts each one refers."""

from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING
from zipfile import ZipFile

from apps.documents.parsing.parse_xml_tree import parse_xml

if TYPE_CHECKING:
    from lxml.etree import _Element

LARGEST_PART = 64 * 2**20


def read_xml_part(archive: ZipFile, name: str) -> "_Element":
    """Raises KeyError, ValueError for a part that is too large, and lxml's SyntaxError. No entity is resolved."""
    return parse_xml(read_part_bytes(archive, name))


def read_part_bytes(archive: ZipFile, name: str) -> bytes:
    """Raises KeyError, and ValueError for a part that is too large."""
    if archive.getinfo(name).file_size > LARGEST_PART:
        raise ValueError(name)
    return archive.read(name)


def relation_targets(archive: ZipFile, name: str) -> dict[str, str]:
    """The parts that a part speaks of, by the ids it uses; those outside of the file are left out."""
    folder = dirname(name)
    relations = join(folder, "_rels", f"{name.removeprefix(folder + '/')}.rels")
    if relations not in archive.namelist():
        return {}
    inside = (each for each in read_xml_part(archive, relations) if each.get("TargetMode") != "External")
    return {each.get("Id", ""): resolve_target(folder, each.get("Target", "")) for each in inside}


def resolve_target(folder: str, target: str) -> str:
    return target.lstrip("/") if target.startswith("/") else normpath(join(folder, target))
