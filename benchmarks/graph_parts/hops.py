"""What graph algorithms reach whose answer stands several documents away from the question.

Chains of four documents: a project has a head, who works for an office, which sits in a house, which has a caretaker.
A question names the project alone; documents about other projects use the same words. Everything is invented and the
same each time. The reader is scripted: it keeps the lines that name somebody or something the question or its first
line names, and asks on about each other name in them. So this measures what an algorithm lays before a reader that
makes no mistakes, not what a language model would make of it. Three rounds lead to the third document; the fourth is
one further than DRIFT asks.
"""

import json
import re
from collections.abc import Sequence
from typing import Any

from benchmarks.graph_parts.invented_graph import imported
from benchmarks.graph_parts.model_servers import Behaviour, served_by, server_process

SLUG = "hops"
CHAINS, AT_ONCE = 40, 16
ALGORITHMS = ("basic", "hybrid", "graph-local", "graph-global", "graph-drift")
SYLLABLES = ("bar", "den", "fal", "gor", "hel", "kam", "lin", "mor", "nov", "pel", "rus", "sal", "tor", "ved", "win")
LINE = re.compile(r"^\[(\d+(?:\.\d+)?)\] (.+)", re.MULTILINE)
OWN_NAMES = re.compile(rf"\b(?i:{'|'.join(SYLLABLES)}){{3}}\b")


def name_of(chain: int, place: int) -> str:
    """Nine letters; no two are the same."""
    number = chain * 4 + place
    syllables = (SYLLABLES[number % 15], SYLLABLES[number // 15 % 15], SYLLABLES[(number * 7 + 3) % 15])
    return "".join(syllables).capitalize()


def documents(chains: int = CHAINS) -> list[dict[str, str]]:
    """Four of each chain; the last one holds what is asked for."""
    found = []
    for chain in range(chains):
        project, head, office, house = (name_of(chain, place) for place in range(4))
        texts = (
            f"Das Projekt {project} wurde im Ausschuss beraten. Die Leitung von {project} hat {head}.",
            f"{head} ist seit Jahren im Dienst. Beschäftigt ist {head} bei der Stelle {office}.",
            f"Die Stelle {office} ist umgezogen. Der Sitz von {office} ist das Gebäude {house}.",
            f"Das Gebäude {house} wurde saniert. Den Schlüssel für {house} verwahrt Nummer {1000 + chain}.",
        )
        found += [
            {"id": f"{chain:03}-{place}", "title": f"Bericht {chain * 4 + place}", "text": text}
            for place, text in enumerate(texts)
        ]
    return found


def question_of(chain: int) -> str:
    return f"Wer und was gehört alles zu {name_of(chain, 0)}?"


def speak(request: Any) -> str:
    """Lines with a name of the question are points; other names in them are asked about."""
    text, _, asked = request.prompt.rpartition("<frage>")
    wanted = set(OWN_NAMES.findall(asked))
    lines = [(number, line) for number, line in LINE.findall(text) if "." in number]
    kept = [(number, line) for number, line in lines if wanted & set(OWN_NAMES.findall(line))]
    others = dict.fromkeys(name for _, line in kept for name in OWN_NAMES.findall(line) if name not in wanted)
    if '"points"' not in request.system:
        return text.strip()[:200]
    points = [{"description": line[:300], "score": 80, "references": [number]} for number, line in kept]
    return json.dumps({"points": points, "follow_ups": [f"Was ist über {name} bekannt?" for name in others]})


def measure(chains: int = CHAINS) -> dict[str, Any]:
    """By algorithm: the share of questions that reached each document of the chain, and all of them; calls at most."""
    from apps.documents.models import Collection
    from apps.graph.building.build_graph import build_collection_graph
    from apps.graph.building.build_options import BuildOptions
    from apps.graph.building.graph_status import get_or_create_graph_index

    imported(documents(chains), SLUG)
    build_collection_graph(
        get_or_create_graph_index(Collection.objects.get(slug=SLUG)), BuildOptions(method="noun-phrases")
    )
    with server_process(Behaviour(speak)) as base_url, served_by(base_url, AT_ONCE, ("map",)):
        found = {name: reached(name, chains) for name in ALGORITHMS}
    drift, others = found["graph-drift"], [found[name] for name in ALGORITHMS if name != "graph-drift"]
    return {
        "questions": chains,
        "algorithms": found,
        "drift_to_the_third": drift["whole_to_the_third"],
        "best_other_to_the_third": max(each["whole_to_the_third"] for each in others),
        "drift_to_the_fourth": drift["hops"][3],
        "drift_calls_most": drift["calls_most"],
    }


def reached(algorithm: str, chains: int) -> dict[str, Any]:
    from asgiref.sync import async_to_sync

    from apps.llm.call_ledger import Ledger
    from apps.retrieval.preparation.search_request import SearchRequest
    from apps.retrieval.search.search import search

    came, calls = [], []
    for chain in range(chains):
        ledger = Ledger()
        request = SearchRequest(collections=[SLUG], algorithm=algorithm)
        found = async_to_sync(search)(question_of(chain), request, ledger=ledger)
        came.append({passage.external_id for passage in found.passages})
        calls.append(ledger.calls_by_purpose().get("map", 0))
    return {
        "hops": [share(came, range(place, place + 1)) for place in range(4)],
        "whole_to_the_third": share(came, range(3)),
        "passages": round(sum(map(len, came)) / chains, 1),
        "calls_most": max(calls),
    }


def share(came: Sequence[set[str]], places: range) -> float:
    """Of the chains, those of which all these documents were reached."""
    reached_all = [all(f"{chain:03}-{place}" in ids for place in places) for chain, ids in enumerate(came)]
    return round(sum(reached_all) / len(came), 3)
