"""The calls that a graph needs and little else: one round of gleaning, communities, reports, vectors.

No framework and no database, all in memory: what `apps.graph` is measured against.
"""

import asyncio
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

RECORD = re.compile(r'\("(entity|relationship)"<\|>(.*?)\)(?=\s*##|<\|COMPLETE|$)', re.DOTALL)
FOUND = "Find every entity and relationship in the text, as records."
MISSED = "Many were missed. Add them, or say NO if there are none; YES and NO are all that is asked."
REPORT = "Write a report with title, summary, rating and findings as JSON."
VECTORS_TOGETHER = 16


@dataclass
class BareGraph:
    base_url: str
    at_once: int
    calls: int = 0
    nodes: dict[str, list[str]] = field(default_factory=dict)
    edges: dict[tuple[str, str], float] = field(default_factory=dict)

    async def build(self, pieces: Sequence[str]) -> float:
        """Seconds."""
        import graspologic_native
        import openai

        client = openai.AsyncOpenAI(base_url=self.base_url, api_key="none")
        places = asyncio.Semaphore(self.at_once)

        async def chat(*messages: str) -> str:
            self.calls += 1
            roles = ["system", *["user", "assistant"] * len(messages)]
            asked: Any = [{"role": role, "content": text} for role, text in zip(roles, messages, strict=False)]
            async with places:
                completion = await client.chat.completions.create(model="fake", messages=asked)
            return completion.choices[0].message.content or ""

        async def extract(piece: str) -> str:
            question = f"<text>{piece}</text>"
            first = await chat(FOUND, question)
            return first + "##" + await chat(FOUND, question, first, MISSED)

        async def embed(texts: list[str]) -> None:
            async with places:
                await client.embeddings.create(model="fake", input=texts, encoding_format="base64")

        started = time.perf_counter()
        for reply in await asyncio.gather(*map(extract, pieces)):
            self.take(reply)
        links = [(*pair, weight) for pair, weight in sorted(self.edges.items())]
        members: dict[tuple[int, int], list[str]] = {}
        for each in graspologic_native.hierarchical_leiden(links, max_cluster_size=10, seed=1):  # type: ignore[call-arg]
            members.setdefault((each.level, each.cluster), []).append(each.node)
        told = ["\n".join(f"E1: {node}: {self.nodes[node][0]}" for node in group) for group in members.values()]
        texts = [f"{node}: {said[0]}" for node, said in self.nodes.items()]
        batches = [texts[start : start + VECTORS_TOGETHER] for start in range(0, len(texts), VECTORS_TOGETHER)]
        await asyncio.gather(*(chat(REPORT, text) for text in told), *map(embed, batches))
        seconds = time.perf_counter() - started
        await client.close()
        return seconds

    def take(self, reply: str) -> None:
        for kind, rest in RECORD.findall(reply):
            fields = rest.split("<|>")
            if kind == "entity":
                self.nodes.setdefault(fields[0], []).append(fields[2])
            else:
                first, second = sorted(fields[:2])
                self.edges[first, second] = self.edges.get((first, second), 0.0) + float(fields[3])
