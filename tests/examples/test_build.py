import json
import re
from pathlib import Path

import numpy
import pymupdf
import pytest
from PIL import Image

from examples.build import CATALOGUE_FIELDS, CMS_FILE, DOCUMENTS, FOLDER, catalogue, pdf
from examples.reading import Source, read_source, read_sources
from examples.typesetting import typeset
from tests.examples.reading_back import built_pages, cms_records, sentences, squeezed

SOURCES = read_sources()
PDFS = [source for source in SOURCES if source.suffix == ".pdf"]
MIXED = "niederschriften/2025-11-20-sozialausschuss.pdf"
TURNED = "archiv/vereinsfoerderung-scan.pdf"
REAL = [
    "Berlin", "Hamburg", "München", "Köln", "Frankfurt", "Stuttgart", "Düsseldorf", "Leipzig", "Dortmund", "Bremen",
    "Dresden", "Hannover", "Nürnberg", "Bayern", "Hessen", "Sachsen", "Thüringen", "Brandenburg", "Saarland",
    "CDU", "CSU", "SPD", "FDP", "AfD", "Bündnis 90", "BSW", "Merz", "Scholz", "Merkel", "Steinmeier", "Habeck",
]  # fmt: skip


def by_name(source: Source) -> str:
    return source.external_id


def test_every_source_has_its_file_and_every_file_its_source(built_files: set[Path]) -> None:
    expected = {Path(source.external_id) for source in SOURCES if source.fields["layout"] != "cms"}
    assert built_files == expected | {CMS_FILE}
    assert set(cms_records()) == {source.external_id for source in SOURCES if source.fields["layout"] == "cms"}


def test_the_collection_is_as_large_as_its_readme_says(built_files: set[Path]) -> None:
    assert len(SOURCES) >= 14
    assert 55 <= sum(len(built_pages(source)) for source in SOURCES) <= 70
    assert sum((DOCUMENTS / path).stat().st_size for path in built_files) < 4_000_000
    assert {path.suffix for path in built_files} == {".pdf", ".html", ".md", ".txt", ".jsonl"}


@pytest.mark.parametrize("source", SOURCES, ids=by_name)
def test_every_sentence_of_the_source_stands_in_the_built_file(source: Source) -> None:
    text = squeezed("".join(built_pages(source)))
    missing = [sentence for sentence in sentences(source) if squeezed(sentence) not in text]
    assert missing == []


@pytest.mark.parametrize("source", PDFS, ids=by_name)
def test_scanned_pages_are_images_and_all_others_text(source: Source) -> None:
    scanned = source.page_numbers("scanned_pages") | source.page_numbers("turned_pages")
    with pymupdf.open(DOCUMENTS / source.external_id) as document:
        for number, page in enumerate(document, start=1):
            assert bool(page.get_text().strip()) == (number not in scanned)
            assert len(page.get_images()) == (number in scanned)


@pytest.mark.parametrize("source", PDFS, ids=by_name)
def test_every_page_with_text_says_which_it_is(source: Source) -> None:
    with pymupdf.open(DOCUMENTS / source.external_id) as document:
        assert document.metadata["title"] == source.title
        for number, page in enumerate(document, start=1):
            assert not page.get_text() or f"Seite {number} von {len(document)}" in page.get_text()


def test_one_document_mixes_text_and_scan(sources: dict[str, Source]) -> None:
    assert sources[MIXED].page_numbers("scanned_pages") == {3}
    assert len(built_pages(sources[MIXED])) == 4


def test_one_page_lies_upside_down_and_its_neighbours_do_not(sources: dict[str, Source]) -> None:
    printed = typeset(sources[TURNED])
    with pymupdf.open(DOCUMENTS / TURNED) as scanned:
        turned = [_is_turned(before, after) for before, after in zip(printed, scanned, strict=True)]
    assert turned == [False, True, False]


@pytest.mark.parametrize("external_id", [MIXED, "satzungen/verwaltungsgebuehren.pdf"])
def test_building_twice_gives_the_same_bytes(sources: dict[str, Source], external_id: str) -> None:
    assert pdf(sources[external_id]) == pdf(sources[external_id])


def test_the_fee_schedule_has_ruled_tables_on_several_pages() -> None:
    with pymupdf.open(DOCUMENTS / "satzungen/verwaltungsgebuehren.pdf") as document:
        heads = [table.extract()[0] for page in document for table in page.find_tables().tables]
    assert len(heads) >= 5
    assert heads[0][:3] == ["Tarif-Nr.", "Gegenstand", "Bemessung"]


def test_the_catalogue_lists_every_source() -> None:
    records = [json.loads(line) for line in (FOLDER / "catalogue.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [record["external_id"] for record in records] == [source.external_id for source in SOURCES]
    assert all(set(record) == set(CATALOGUE_FIELDS) for record in records)
    assert (FOLDER / "catalogue.jsonl").read_bytes() == catalogue(SOURCES)


def test_nobody_and_no_place_is_real(questions: list[dict[str, str]]) -> None:
    text = " ".join([*(source.path.read_text(encoding="utf-8") for source in SOURCES), json.dumps(questions)])
    assert [name for name in REAL if re.search(rf"\b{name}\b", text)] == []


def test_telephone_numbers_and_addresses_lead_nowhere() -> None:
    text = " ".join(source.path.read_text(encoding="utf-8") for source in SOURCES)
    hosts = re.findall(r"[\w.-]+@([\w.-]+\w)|(?:https?://|www\.)([\w.-]+\w)", text)
    numbers = re.findall(r"\b0\d{3,4} \d[\d-]+", text)
    assert hosts
    assert all("".join(host).endswith("musterfurt.example") for host in hosts)
    assert numbers
    assert all(number.startswith("09999 ") for number in numbers)


def test_a_source_without_front_matter_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "leer.md").write_text("# Satzung\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"leer\.md does not begin with front matter"):
        read_source(tmp_path / "leer.md")


def test_a_source_with_incomplete_front_matter_says_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "halb.md").write_text("---\ntitle: Satzung\n---\nText\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"halb\.md lacks in its front matter: external_id, date"):
        read_source(tmp_path / "halb.md")


def _is_turned(printed: pymupdf.Page, scanned: pymupdf.Page) -> bool:
    """Whether the scan resembles the printed page more when that is turned by 180 degrees."""
    before, after = _thumbnail(printed), _thumbnail(scanned)
    upright = numpy.corrcoef(before.ravel(), after.ravel())[0, 1]
    upside_down = numpy.corrcoef(before[::-1, ::-1].ravel(), after.ravel())[0, 1]
    return bool(upside_down > upright)


def _thumbnail(page: pymupdf.Page) -> numpy.ndarray:
    pixmap = page.get_pixmap(dpi=72, colorspace="gray")
    picture = Image.frombytes("L", (pixmap.width, pixmap.height), pixmap.samples)
    return numpy.asarray(picture.resize((119, 168)), dtype=numpy.float32)
