"""What known models want to read before questions and before texts."""

import pytest

from apps.llm.embedding_prefixes import known_prefixes
from apps.llm.models import EmbeddingModel


@pytest.mark.parametrize(
    ("name", "query", "passage"),
    [
        ("intfloat/multilingual-e5-large", "query: ", "passage: "),
        ("intfloat/multilingual-e5-large-instruct", "Instruct: ", ""),
        ("Qwen/Qwen3-Embedding-0.6B", "Instruct: ", ""),
        ("qwen3-embedding:0.6b", "Instruct: ", ""),
        ("BAAI/bge-m3", "", ""),
        ("BAAI/bge-large-en-v1.5", "Represent this sentence", ""),
        ("nomic-embed-text:v1.5", "search_query: ", "search_document: "),
        ("Alibaba-NLP/gte-multilingual-base", "", ""),
        ("Alibaba-NLP/gte-Qwen2-7B-instruct", "Instruct: ", ""),
        ("text-embedding-3-small", "", ""),
    ],
)
def test_known_models_have_their_prefixes(name: str, query: str, passage: str) -> None:
    before_question, before_text = known_prefixes(name)
    assert before_question.startswith(query)
    assert bool(before_question) == bool(query)
    assert before_text == passage


@pytest.mark.django_db
def test_a_new_row_gets_them_and_keeps_what_an_administrator_wrote() -> None:
    row = EmbeddingModel.objects.create(name="multilingual-e5-base", dimensions=768)
    assert (row.query_prefix, row.passage_prefix) == ("query: ", "passage: ")
    row.query_prefix = ""
    row.passage_prefix = "a\r\nb"
    row.save()
    row.refresh_from_db()
    assert (row.query_prefix, row.passage_prefix) == ("", "a\nb")
