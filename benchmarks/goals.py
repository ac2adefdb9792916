"""What was asked of the product in numbers, and where in a benchmark's figures the answer stands."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Goal:
    """`path` leads through the figures by slashes. The value must be `at_least` or `at_most` what is given."""

    what: str
    path: str
    at_least: float | None = None
    at_most: float | None = None

    @property
    def asked(self) -> str:
        return f"at least {self.at_least:g}" if self.at_least is not None else f"at most {self.at_most:g}"

    def reached(self, figures: dict[str, Any]) -> float:
        """Raises KeyError when the benchmark no longer measures it."""
        value: Any = figures
        for name in self.path.split("/"):
            value = value[name]
        return float(value)

    def is_met(self, value: float) -> bool:
        if self.at_least is not None:
            return value >= self.at_least
        return self.at_most is not None and value <= self.at_most


GOALS: dict[str, list[Goal]] = {
    "channels": [
        Goal(
            "Slack at its real limits: seconds from the model's first word to text, p95",
            "limits/first_text_p95_seconds",
            at_most=1.5,
        ),
        Goal("Slack at its real limits: calls over a limit", "limits/over_limit", at_most=0),
        Goal("Acknowledgements while the model hangs: p99 in ms", "hanging/p99_ms", at_most=1_000),
        Goal("Gestures with retries, twins and kills: answers missing", "gestures/missing", at_most=0),
        Goal("Gestures with retries, twins and kills: answers twice", "gestures/twice", at_most=0),
        Goal(
            "Gestures with retries, twins and kills: answers that stayed incomplete", "gestures/incomplete", at_most=0
        ),
        Goal("… longest way from acknowledgement to answer, in seconds", "gestures/longest_way_seconds", at_most=90),
    ],
    "parsing": [
        Goal("Verbatim questions found in the text of exactly their page", "verbatim/share", at_least=0.99),
        *(
            Goal(f"{what}: share of the words found", f"scans/derived-scan-{name}.pdf/recall", at_least=least)
            for what, name, least in [
                ("Straight scan", "straight", 0.97),
                ("Scan turned by 90", "rot90", 0.95),
                ("Scan turned by 180", "rot180", 0.95),
                ("Scan turned by 270", "rot270", 0.95),
                ("Scan skewed by 4 degrees", "skew-4", 0.9),
                ("Noisy scan", "noisy", 0.85),
            ]
        ),
        Goal("44 hard files with the right status and reason within a minute", "hard/right", at_least=44),
        Goal("… slowest of them, in seconds", "hard/slowest", at_most=60),
        Goal("Extract stage against bare PyMuPDF on both cores, all files", "speed/all/median/ratio", at_least=0.4),
        Goal("OCR pool against two bare tesseract processes", "ocr/median/ratio", at_least=0.95),
    ],
    "ingestion": [
        Goal("72 PDFs ready", "pdf/ready", at_least=72),
        Goal("Documents a second beside the bare loop, without the models", "qa/ratio_without_models", at_least=0.5),
        Goal("Vectors a second with the index standing, beside bare inserts", "standing/ratio", at_least=0.9),
    ],
    "slow_models": [
        Goal("Use of a slow model (50 and 500 ms, 8 and 25 calls at once): the lowest", "lowest_use", at_least=0.8),
        Goal("… calls above the allowed number", "most_above_the_limit", at_most=0),
        Goal("5 % of the calls failing: wall beside none", "failing/ratio", at_most=1.3),
        Goal("Documents a second, three calls of 200 ms each", "throughput/documents_per_second", at_least=20),
        Goal("… memory of the worker's process in MB", "throughput/peak_mb", at_most=600),
        Goal("Time for a document at 20,000 beside 1,000", "growth/ratio", at_most=1.15),
    ],
    "sources": [
        Goal("A whole electoral term imported: peak of the process in MB", "first/peak_mb", at_most=100),
        Goal("The same again: new documents", "second/new", at_most=0),
        Goal("The same again: changed documents", "second/changed", at_most=0),
    ],
    "retrieval": [
        Goal("72 PDFs: document among the first 3, best algorithm", "pdf/best/hit_rate_at_3", at_least=0.99),
        Goal("72 PDFs: page among the first 10, best algorithm", "pdf/best/page_hit_rate_at_10", at_least=0.99),
        Goal("2,271 documents: seconds for all algorithms on 150 questions", "qa/seconds", at_most=60),
        Goal("2,271 documents: a search without the embedding call, median in ms", "search/p50_ms", at_most=7),
        Goal("Index: share of the ten best chunks that it finds", "index/recall_at_10", at_least=0.98),
    ],
    "words": [
        Goal(
            "Verbatim questions, 2,271 full documents: first 3, hybrid",
            "verbatim/algorithms/hybrid/hit_rate/3",
            at_least=0.995,
        ),
        Goal("… first, hybrid", "verbatim/algorithms/hybrid/hit_rate/1", at_least=0.99),
        Goal(
            "Answers without the question: hybrid above plain BM25, first",
            "answers/hybrid_above_plain/1",
            at_least=0.06,
        ),
        Goal("… first 3", "answers/hybrid_above_plain/3", at_least=0.05),
        Goal("… first 10", "answers/hybrid_above_plain/10", at_least=0.07),
        Goal("Natural questions: first, hybrid", "natural/algorithms/hybrid/hit_rate/1", at_least=0.92),
        Goal("… first 3", "natural/algorithms/hybrid/hit_rate/3", at_least=0.97),
        Goal("Questions of authorities' pages: first 3, hybrid", "faq/algorithms/hybrid/hit_rate/3", at_least=0.99),
        Goal("Japanese: first, hybrid", "japanese/algorithms/hybrid/hit_rate/1", at_least=0.88),
        Goal("… first 3", "japanese/algorithms/hybrid/hit_rate/3", at_least=0.95),
    ],
    "finding": [
        Goal("200 file numbers, paragraphs and rare compounds: among the first 5", "identifiers/top_5", at_least=1),
    ],
    "compounds": [
        *(
            Goal(
                f"30 German compounds, {where}: found among the first 10, {algorithm}",
                f"{algorithm}/{key}/found",
                least,
            )
            for algorithm, where, key, least in [
                ("keyword", "in one word in the page", "one_word_in_the_page", 23),
                ("keyword", "in one word in the question", "one_word_in_the_question", 29),
                ("hybrid", "in one word in the page", "one_word_in_the_page", 30),
                ("hybrid", "in one word in the question", "one_word_in_the_question", 30),
            ]
        ),
    ],
    "scale": [
        *(
            goal
            for slug in ("chunks-only", "summaries-then-chunks", "summaries-and-chunks", "keyword", "hybrid", "fields")
            for goal in (
                Goal(f"100,000 pages, {slug}: our own time, median in ms", f"all/search_ms/{slug}/p50_ms", at_most=15),
                Goal("… 95 of 100 within ms", f"all/search_ms/{slug}/p95_ms", at_most=40),
                Goal("… with a filter that keeps 1 %, median in ms", f"all/filtered_ms/{slug}/p50_ms", at_most=15),
            )
        ),
        Goal(
            "100,000 pages: share of the ten nearest that the index finds, the algorithm that looks least far",
            "all/recall_at_10/worst",
            at_least=0.98,
        ),
        Goal("… with a filter that keeps 1 %", "all/filtered_recall_at_10/worst", at_least=0.98),
        Goal("10,000 pages: share of the ten nearest that the index finds", "tenth/recall_at_10/worst", at_least=0.98),
        Goal("… with a filter that keeps 1 %", "tenth/filtered_recall_at_10/worst", at_least=0.98),
        Goal("100,000 pages: times as long as with 10,000, at most", "growth/worst", at_most=2),
        Goal("100,000 pages, bad input: the slowest question in ms", "all/bad_input/worst_ms", at_most=100),
        Goal("… questions without an answer or a sentence", "all/bad_input/unanswered", at_most=0),
    ],
    "chat": [
        Goal("A question: our own time outside the models, median in ms", "own_time_ms/p50", at_most=15),
        Goal("A question: our own time outside the models, 95 of 100 within ms", "own_time_ms/p95", at_most=25),
        Goal(
            "First token at the socket later than at the model server, median in ms",
            "first_token_added_ms/p50",
            at_most=15,
        ),
        Goal("Process start to first answer, in seconds", "start/seconds_to_first_answer", at_most=2.5),
        Goal("Memory of the web process after it, in MB", "start/memory_mb", at_most=150),
    ],
    "refusals": [
        Goal("Questions of other collections refused, built-in model", "offline/foreign_refused_mean", at_least=0.95),
        Goal("… scripted model", "scripted/foreign_refused_mean", at_least=0.95),
        Goal(
            "… built-in model, every folder's questions of every collection that nothing was fitted on",
            "every_pair/foreign_refused_mean_held_out",
            at_least=0.95,
        ),
        Goal(
            "… built-in model, Japanese questions of a collection of another Japanese article",
            "of_one_language/foreign_refused",
            at_least=0.95,
        ),
        Goal("Verbatim questions refused, built-in model", "offline/answerable_refused_verbatim", at_most=0.05),
        Goal("… scripted model", "scripted/answerable_refused_verbatim", at_most=0.05),
    ],
    "proofs": [
        Goal("Scripted answers on the websocket and by REST", "answers", at_least=500),
        Goal("… links without a proof", "unproved_links", at_most=0),
        Goal("… answers whose true quote has no link", "without_a_link", at_most=0),
        Goal("… opened pages that do not have exactly one mark", "wrong_marks", at_most=0),
    ],
    "sockets": [
        Goal("110 tokens from a model without latency: answers a second", "throughput/per_second", at_least=60),
        Goal("Questions within one second: lost", "burst/lost", at_most=0),
        Goal("Connects and disconnects: grown by MB", "visits/grown_mb", at_most=5),
        Goal("A client that never reads: grown by MB", "never_reads/grown_mb", at_most=2),
        Goal("Frames of any kind: unhandled exceptions", "fuzz/failures", at_most=0),
        Goal("An idle socket, in kB", "idle/kb_each", at_most=60),
        Goal("… sockets dropped", "idle/dropped", at_most=0),
        Goal(
            "Streams at 50 tokens a second beside them: first token, 95 of 100 within ms",
            "idle/streams/first_token_ms/p95",
            at_most=150,
        ),
        Goal("… end later than at the model, against a bare Channels consumer, times", "bare/delay_ratio", at_most=1.3),
        Goal("… processor time against it, times", "bare/processor_ratio", at_most=1.3),
    ],
    "kills": [
        Goal("100 kills of random processes while 200 documents come in: documents lost", "kills/lost", at_most=0),
        Goal("… kills there were", "kills/kills", at_least=100),
        Goal("… rows that are there twice", "kills/rows_twice", at_most=0),
        Goal("… rows that are missing", "kills/rows_missing", at_most=0),
        Goal("… documents set aside by mistake", "kills/quarantined", at_most=0),
        Goal("… model calls made again, per kill", "kills/calls_repeated_per_kill", at_most=1),
        Goal("… longest time without a finished step, in seconds", "kills/longest_pause_seconds", at_most=70),
        Goal("10 restarts of PostgreSQL: documents lost", "restarts/lost", at_most=0),
        Goal("… restarts there were", "restarts/restarts", at_least=10),
        Goal("… rows that are there twice", "restarts/rows_twice", at_most=0),
        Goal("… longest time to the next step, in seconds", "restarts/longest_seconds_to_next_step", at_most=15),
        Goal("Kills and restarts together: tracebacks in the log", "tracebacks_in_log", at_most=0),
    ],
    "simplify": [
        Goal(
            "Damage to protected words, numbers, dates and references that is caught",
            "damage/strict/caught",
            at_least=1,
        ),
        Goal("… of other damage", "damage/others/caught", at_least=0.98),
        Goal("Faithful rewrites that are taken for damage", "false_alarms/faithful/share", at_most=0.03),
        Goal(
            "Readability within the spread of other implementations, share of the texts",
            "readability/within",
            at_least=1,
        ),
        Goal("Rewrites of the built-in rules that break a check", "offline/violations", at_most=0),
        Goal("6,696 protected terms against 9,000 characters, in ms", "protected_list_ms", at_most=50),
        Goal("Own time around a model call for 9,000 characters, in ms", "own_time_ms", at_most=20),
        Goal("… with every sentence changed", "own_time_all_changed_ms", at_most=20),
        Goal("30,000 characters with a model of 300 ms, in seconds", "thirty_thousand_seconds", at_most=4),
    ],
    "gateway": [
        Goal("First token later than at the server, in ms", "first_token_added_ms", at_most=15),
    ],
    "interface": [
        Goal("Made-up requests to the interface, anonymous and with every role", "requests", at_least=10_000),
        Goal("Of these answered with an error of ours", "server_errors", at_most=0),
    ],
    "graph": [
        Goal(
            "20,000 entities and 100,000 relationships divided into communities, in seconds",
            "communities/seconds",
            at_most=2,
        ),
        Goal(
            "… levels on which an entity is missing or covered twice",
            "communities/levels_that_miss_or_repeat_one",
            at_most=0,
        ),
        Goal("graph-local over that graph, own time: 95 of 100 within ms", "local/p95_ms", at_most=40),
        Goal(
            "Podcast transcripts: reports of the root, percent of reading everything", "podcast/root_percent", at_most=3
        ),
        Goal("… of the deepest level", "podcast/deepest_percent", at_most=75),
        Goal("… communities or reports that differ between two builds", "podcast/second_build_differs", at_most=0),
        Goal(
            "Question about the whole, a model of 300 ms, 16 at once: own time in percent",
            "global/own_percent",
            at_most=10,
        ),
        Goal("Index of 100 articles: times a bare asyncio loop, no latency", "index/without_latency/ratio", at_most=3),
        Goal("… with 50 ms, 25 calls at once", "index/at_50_ms/ratio", at_most=2),
        Goal("… calls to models, times those of the bare loop", "index/at_50_ms/calls_ratio", at_most=1),
        Goal(
            "… peak memory of the process in MB",
            "index/peak_mb",
            at_most=273,
        ),
        Goal(
            "… with 10 % of the calls failing (429, 500): communities that differ",
            "index/failing/result_differs",
            at_most=0,
        ),
        Goal("One document more than 500: calls in percent of a full build", "growing/percent_for_one_more", at_most=2),
        Goal(
            "One document withdrawn: places that still hold one of its phrases",
            "growing/places_left_after_withdrawal",
            at_most=0,
        ),
        Goal("Calls against the forecast, percent off", "growing/forecast_off_percent", at_most=20),
        Goal("A build killed again and again: kills there were", "killed/kills", at_least=20),
        Goal("… finished calls repeated", "killed/finished_calls_repeated", at_most=0),
        Goal("… results that differ from an undisturbed build", "killed/result_differs", at_most=0),
    ],
    "evaluation": [
        Goal(
            "150 verbatim questions, all algorithms in one command, offline: seconds",
            "verbatim/seconds",
            at_most=60,
        ),
        Goal(
            "100 dialogues of 3 turns, a model of 300 ms: times what 16 calls in flight need",
            "dialogues/times_the_least",
            at_most=1.3,
        ),
        Goal("The same killed three times: finished calls repeated", "killed/repeated_finished_calls", at_most=0),
        Goal("The same variant twice: share of 100 runs called not distinguishable", "identical/share", at_least=0.95),
        Goal("A judge who prefers the first answer: share of ties", "first/ties_share", at_least=1.0),
    ],
}
