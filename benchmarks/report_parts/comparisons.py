"""Tables of docs/benchmarks.md where things stand side by side: algorithms, languages, sets of questions, libraries."""

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.report_parts.goal_tables import number

Figures = Mapping[str, Any]
LIBRARIES = Path(__file__).resolve().parents[1] / "table_libraries.tsv"
LANGUAGES = {
    "de": "German",
    "ar": "Arabic",
    "el": "Greek",
    "en": "English",
    "es": "Spanish",
    "hi": "Hindi",
    "ro": "Romanian",
    "ru": "Russian",
    "th": "Thai",
    "tr": "Turkish",
    "vi": "Vietnamese",
    "zh": "Chinese",
}
KINDS_OF_QUESTIONS = {
    "verbatim": "word for word, 2,271 documents",
    "answers": "the same, taken out of the documents",
    "natural": "in other words, 120 paragraphs",
    "faq": "pages of authorities",
    "encyclopaedia": "an encyclopedia for children",
    "japanese": "Japanese, 116 paragraphs",
}
SETS_OF_QUESTIONS = {
    "open": "the rules were built on them",
    "sealed": "looked at after a first measurement",
    "fresh": "the same, written later",
    "looked_at": "written for later rules",
    "closed": "closed until their first measurement",
    "unseen": "looked at by nobody",
    "town_unseen": "by somebody who knew no rule",
    "other_documents": "28 documents no training knows",
    "written_by_others": "XQuAD",
}


class Comparison(NamedTuple):
    """A table; `charted` are the columns that stand in a picture as well, as shares of 1."""

    caption: str
    columns: Sequence[str]
    rows: Mapping[str, Sequence[float | str | None]]
    picture: str = ""
    charted: Sequence[str] = ()
    stacked: bool = False


def table(comparison: Comparison) -> Iterator[str]:
    """Markdown lines, with the picture above where there is one."""
    yield (
        f"![{comparison.caption}](images/{comparison.picture})\n" if comparison.picture else f"{comparison.caption}:\n"
    )
    yield f"| | {' | '.join(comparison.columns)} |\n|---{'|---' * len(comparison.columns)}|"
    for name, values in comparison.rows.items():
        yield f"| {name} | {' | '.join(map(number, values))} |"
    yield ""


def retrieval(figures: Figures) -> Comparison:
    pdf, qa = figures["pdf"]["algorithms"], figures["qa"]["algorithms"]
    rows = {
        f"`{name}`": [
            *(pdf[name]["hit_rate"][place] for place in ("1", "3")),
            *(pdf[name]["page_hit_rate"][place] for place in ("1", "10")),
            qa[name]["hit_rate"]["1"],
        ]
        for name in pdf
        if pdf[name]["hit_rate"]["10"]
    }
    columns = ["72 PDFs: document first", "among 3", "page first", "among 10", "2,271 answers: first"]
    return Comparison(
        "Algorithms, share of the questions (those that read a graph or ask a model are left out)", columns, rows
    )


def words(figures: Figures) -> Comparison:
    rows = {
        said: [
            figures[kind]["questions"],
            figures[kind]["plain_bm25"]["1"],
            *(figures[kind]["algorithms"][name]["hit_rate"]["1"] for name in ("chunks-only", "keyword", "hybrid")),
        ]
        for kind, said in KINDS_OF_QUESTIONS.items()
    }
    columns = ["questions", "plain BM25", "`chunks-only`", "`keyword`", "`hybrid`"]
    return Comparison("Right document first", columns, rows, "search_beside_bm25.svg", ["plain BM25", "`hybrid`"])


def finding(figures: Figures) -> Comparison:
    rates = figures["follow_ups"]["hit_rate"]
    said = {
        "as_typed": "as typed",
        "made_to_stand_alone": "made to stand alone, as the chat does",
        "whole": "asked in whole",
    }
    rows = {words: [rates[name][place] for place in ("1", "3", "10")] for name, words in said.items()}
    return Comparison("Follow-ups, paragraph among the first", ["1", "3", "10"], rows)


def languages(figures: Figures) -> Comparison:
    rows = {
        LANGUAGES.get(code, code): [
            values[way][place] for way, place in (("keyword", "10"), ("hybrid", "1"), ("hybrid", "10"))
        ]
        for code, values in figures["languages"].items()
    }
    columns = ["words: among 10", "words and meaning: first", "words and meaning: among 10"]
    charted = ["words: among 10", "words and meaning: among 10"]
    return Comparison("Right paragraph by language of the question", columns, rows, "languages.svg", charted)


def offline_answers(figures: Figures) -> Comparison:
    rows = {
        said: [
            figures[name]["questions"],
            right,
            round(figures[name]["refused"] / figures[name]["questions"], 3),
            wrong,
        ]
        for name, said in SETS_OF_QUESTIONS.items()
        for right in [figures[name]["right"]]
        for wrong in [round(figures[name]["wrong"] / figures[name]["questions"], 3)]
    }
    columns, charted = ["questions", "right", "refused", "wrong"], ["right", "refused", "wrong"]
    caption = "Questions of each set, from the best known to the least"
    return Comparison(caption, columns, rows, "answers_without_a_model.svg", charted, stacked=True)


def derivation(figures: Figures) -> Comparison:
    said = {
        "development": "development",
        "seen": "labelled, half that was read",
        "unseen": "labelled, other half",
        "unseen_english": "English, unseen",
        "unseen_german": "German, unseen",
    }
    rows = {
        words: [
            values["cases"]["true"],
            values["proved"]["true"],
            values["red"]["true"],
            values["cases"]["lie"] + values["cases"].get("damage", 0),
            values["false_proofs"],
        ]
        for name, words in said.items()
        for values in [figures[name]]
    }
    columns = ["true sentences", "of them proved", "called contradicted", "lies and damages", "of them proved (number)"]
    return Comparison("By who had seen the cases", columns, rows)


def parsing(figures: Figures) -> Comparison:
    rows = {
        name: [part["files"], part["pages"], part["median"]["bare"], part["median"]["pool"], part["median"]["ratio"]]
        for name, part in figures["speed"].items()
    }
    return Comparison("Pages a second, both processors", ["files", "pages", "bare PyMuPDF", "ours", "share"], rows)


def sockets(figures: Figures) -> Comparison:
    streams, bare = figures["idle"]["streams"], figures["bare"]
    keys = {"first token, median ms": "p50", "95 of 100 within ms": "p95"}
    rows = {
        name: [*(values["first_token_ms"][key] for key in keys.values()), values["processor_ms_per_stream"]]
        for name, values in (("ours, with search and proof", streams), ("bare Channels consumer", bare))
    }
    return Comparison("150 streams at 50 tokens a second", [*keys, "processor ms a stream"], rows)


def real_models(figures: Figures) -> Comparison:
    said = {
        "built_in": "built-in model",
        "answers": "SmolLM2, quotes as words",
        "by_numbers": "SmolLM2, quotes as numbers of sentences",
    }
    rows = {
        words: [figures[name][key] for key in ("turns", "with_proof", "proved_by_the_model", "seconds_p50")]
        for name, words in said.items()
    }
    return Comparison("Answers", ["turns", "with proof", "by the model's own quote", "median seconds"], rows)


def peers(figures: Figures) -> Comparison:
    said = {"ours": "Auskunft", "langchain": "LangChain", "raw": "bare code"}
    keys = {
        "chunks a second imported": "ingest_chunks_s",
        "a question, median ms": "query_p50_ms",
        "processor ms": "query_cpu_ms",
        "right document among 10": "hit_rate_at_10",
    }
    rows = {words: [figures[name][key] for key in keys.values()] for name, words in said.items()}
    return Comparison("The same harness, one run", list(keys), rows)


def gateway(figures: Figures) -> Comparison:
    said = {"bare": "bare read", "gateway": "ours", "client": "OpenAI's client"}
    keys = ("first_token_ms_p50", "first_token_ms_p95", "cpu_ms_per_answer")
    rows = {words: [figures["ways"][name][key] for key in keys] for name, words in said.items()}
    columns = ["first token, median ms", "95 of 100 within ms", "processor ms an answer"]
    return Comparison("Ways to read a streamed answer", columns, rows)


def table_finders() -> Comparison:
    """Not one of `benchmarks/run.py`: the libraries are no part of the environment. Stored by hand in the TSV."""
    with LIBRARIES.open(encoding="utf-8", newline="") as file:
        read = list(csv.DictReader(file, delimiter="\t"))
    rows = {row["reader"]: [float(row[key]) for key in ("f1", "found", "share_of_bare")] for row in read}
    columns = ["mean F1", "tables found", "speed, share of bare text"]
    return Comparison(
        "Table finders on the pages with tables of ICDAR 2013", columns, rows, "table_finders.svg", ["mean F1"]
    )


COMPARISONS: dict[str, Callable[[Figures], Comparison]] = {
    function.__name__: function
    for function in (
        derivation,
        retrieval,
        words,
        finding,
        languages,
        offline_answers,
        parsing,
        sockets,
        real_models,
        peers,
        gateway,
    )
}
"""Benchmark -> its table."""
