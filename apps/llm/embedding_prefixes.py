"""The prefixes that known embedding models want before questions and before texts."""

import re

WEB_SEARCH = "Given a web search query, retrieve relevant passages that answer the query"
INSTRUCTED = f"Instruct: {WEB_SEARCH}\nQuery: "
PREFIXES: tuple[tuple[str, str, str], ...] = (
    (r"e5-.*instruct|e5-mistral", INSTRUCTED, ""),
    (r"\be5\b|\be5-", "query: ", "passage: "),
    (r"qwen3-embedding", f"Instruct: {WEB_SEARCH}\nQuery:", ""),
    (r"gte-qwen", INSTRUCTED, ""),
    (r"bge-(small|base|large)-en|mxbai-embed", "Represent this sentence for searching relevant passages: ", ""),
    (r"bge-(small|base|large)-zh", "为这个句子生成表示以用于检索相关文章：", ""),
    (r"nomic-embed", "search_query: ", "search_document: "),
    (r"arctic-embed.*(v2|2\.0)", "query: ", ""),
    (r"arctic-embed", "Represent this sentence for searching relevant passages: ", ""),
    (r"embedding-?gemma", "task: search result | query: ", "title: none | text: "),
    (r"bge|gte|", "", ""),
)
"""Pattern of the name, prefix of questions, prefix of texts, as the models' own pages say; the first that fits counts.
bge-m3 and the gte models that are no Qwen want none."""


def known_prefixes(name: str) -> tuple[str, str]:
    """(before a question, before a text); empty for models that want none or are not known."""
    fitting = ((query, passage) for pattern, query, passage in PREFIXES if re.search(pattern, name.lower()))
    return next(fitting)
