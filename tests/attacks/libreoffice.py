"""Tables opened and recalculated by LibreOffice without a window, and what it then takes for formulas.

Debian has it as `libreoffice-calc-nogui`.
"""

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

PROGRAM = shutil.which("soffice")
PARTS = Path(PROGRAM or "/nowhere/soffice").resolve().parent
OPENS_SHEETS = any((PARTS / part).exists() for part in ("libsclo.so", "libmergedlo.so"))
MISSING = "LibreOffice's program for sheets is not installed (Debian: libreoffice-calc-nogui): it opened no export."
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
CSV_FILTER = "CSV:{separator},34,76,1,,0,false,true,false,false,false,1,true"
"""Its dialogue as hostile as it can be filled in: quoted fields are no texts, special numbers are found, formulas
counted as such. 34 is the quote, 76 is UTF-8, 1 the first line."""


def computed(file: Path, separator: str = "") -> list[str]:
    """Cells that it would compute, as their formulas, and those that came out as numbers; every other cell is a text.

    With a separator the file is read as CSV. Raises RuntimeError when LibreOffice could not open it.
    """
    place = file.parent / f"{file.name}-{ord(separator) if separator else 0}"
    profile = (file.parent / "profile").as_uri()
    options = [f"--infilter={CSV_FILTER.format(separator=ord(separator))}"] if separator else []
    command = [str(PROGRAM), f"-env:UserInstallation={profile}", "--headless", "--norestore", *options]
    command += ["--convert-to", "fods", "--outdir", str(place), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=180, check=False)
    opened = place / f"{file.stem}.fods"
    if not opened.exists():
        raise RuntimeError(f"LibreOffice did not open {file.name}: {done.stdout} {done.stderr}")
    return [said for cell in cells(opened) if (said := not_a_text(cell))]


def cells(file: Path) -> Sequence[ET.Element]:
    found = [*ET.parse(file).iter(f"{TABLE}table-cell")]  # noqa: S314 - written by LibreOffice a moment ago
    return [cell for cell in found if cell.attrib]


def not_a_text(cell: ET.Element) -> str:
    formula = cell.get(f"{TABLE}formula")
    if formula is not None:
        return formula
    kind = cell.get(f"{OFFICE}value-type", "string")
    return "" if kind == "string" else f"{kind} {cell.get(f'{OFFICE}value')}"
