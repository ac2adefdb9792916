"""German compounds: pages that say in one word what a question says in several, and the other way round.

    python benchmarks/compounds.py [--data DIR] [--json]

30 pairs, each a page of its own in both forms, among 1,200 written answers of a parliament. Each form is asked for; the
page in the other form should be among the first ten documents, the page in the very words asked for left out of
account. Works in a database of its own, which it makes and drops.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.database import own_database  # noqa: E402 - importable once the folder is on the path
from benchmarks.words import lines  # noqa: E402

DATABASE = "auskunft_benchmark_compounds"
DATA = ROOT.parent / "shared" / "data"
OTHERS = 1_200
FIRST = 10
ALGORITHMS = ("keyword", "hybrid")
PAIRS = {
    "Straßenausbaubeitragssatzung": "Ausbaubeiträge",
    "Hundesteuerbefreiung": "Befreiung von der Hundesteuer",
    "Müllgebühren": "Gebühren für Müll",
    "Kitaplatz": "Platz in der Kita",
    "Donaudampfschiff": "Dampfschiff auf der Donau",
    "Wohngeldantrag": "Antrag auf Wohngeld",
    "Baugenehmigungsverfahren": "Verfahren der Baugenehmigung",
    "Anwohnerparkausweis": "Parkausweis für Anwohner",
    "Sperrmüllabholung": "Abholung von Sperrmüll",
    "Elternbeitragsermäßigung": "Ermäßigung der Elternbeiträge",
    "Grundsteuerbescheid": "Bescheid über die Grundsteuer",
    "Schulwegsicherheit": "sicherer Schulweg",
    "Friedhofsgebührenordnung": "Gebühren auf dem Friedhof",
    "Baumfällgenehmigung": "Genehmigung zum Baumfällen",
    "Reisepassverlängerung": "Reisepass verlängern",
    "Kindergeldnachzahlung": "Nachzahlung von Kindergeld",
    "Lärmschutzwand": "Wand gegen Lärm",
    "Gewerbeanmeldung": "Gewerbe anmelden",
    "Führerscheinumtausch": "Umtausch des Führerscheins",
    "Regenwasserversickerung": "Versickerung von Regenwasser",
    "Mietspiegelerhebung": "Erhebung zum Mietspiegel",
    "Schwerbehindertenausweis": "Ausweis für Schwerbehinderte",
    "Winterdienstpflicht": "Pflicht zum Winterdienst",
    "Spielplatzsanierung": "Sanierung von Spielplätzen",
    "Fahrradabstellanlage": "Abstellanlagen für Fahrräder",
    "Waffenbesitzkarte": "Besitz von Waffen",
    "Zweitwohnungssteuer": "Steuer auf die Zweitwohnung",
    "Wasserrohrbruch": "gebrochenes Wasserrohr",
    "Badestellenaufsicht": "Aufsicht an Badestellen",
    "Ehrenamtspauschale": "Pauschale für das Ehrenamt",
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with own_database(DATABASE):
        load(lines(options.data / "de-parliament-qa" / "documents.jsonl.gz")[:OTHERS])
        joined = {separate: whole for whole, separate in PAIRS.items()}
        result = {
            algorithm: {
                "one_word_in_the_page": reached(PAIRS, algorithm),
                "one_word_in_the_question": reached(joined, algorithm),
            }
            for algorithm in ALGORITHMS
        }
    print(json.dumps(result, ensure_ascii=False, indent=None if options.json else 2))


def load(others: list[dict[str, Any]]) -> None:
    from apps.documents.lifecycle.import_documents import import_paths

    texts = [{"id": each["id"], "title": each["title"], "text": each["text"]} for each in others]
    for form in [*PAIRS, *PAIRS.values()]:
        text = f"Hier steht etwas anderes. Das Amt gibt Auskunft: {form}. Weitere Hinweise stehen in der Anlage."
        texts.append({"id": form, "title": "Merkblatt", "text": text})
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "pages.jsonl"
        file.write_text("\n".join(json.dumps(each) for each in texts), encoding="utf-8")
        assert import_paths([file], "pages").as_json()["ready"] == len(texts)


def reached(questions: dict[str, str], algorithm: str) -> dict[str, Any]:
    """Of questions by page: how many found it, and which did not."""
    from asgiref.sync import async_to_sync

    from apps.llm.call_ledger import Ledger
    from apps.retrieval.preparation.search_request import SearchRequest
    from apps.retrieval.search.search import search

    async def finds(page: str, question: str) -> bool:
        result = await search(question, SearchRequest(algorithm=algorithm, limit=FIRST + 1), ledger=Ledger())
        others = [document.external_id for document in result.documents if document.external_id != question]
        return page in others[:FIRST]

    missed = [page for page, question in questions.items() if not async_to_sync(finds)(page, question)]
    return {"questions": len(questions), "found": len(questions) - len(missed), "missed": missed}


if __name__ == "__main__":
    main()
