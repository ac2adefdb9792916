import os
import subprocess
import sys

import pytest
from asgiref.sync import async_to_sync

from apps.documents.keywords.build_posting_rows import (
    build_posting_rows,
    posting_rows_of_texts,
    select_posting_rows,
    term_weights,
)
from apps.documents.sandbox.parser_pool import ParserPool
from apps.text.index_terms import Vocabulary, hash_term


def test_a_weight_is_that_of_bm25() -> None:
    # Two of 100 words: 2 * 2.2 / (2 + 1.2) = 1.375, the usual length leaves no more to correct.
    text = " ".join(["steuer"] * 2 + [f"wort{place}" for place in range(98)])
    assert term_weights(text)[hash_term("steu")] == 13_750


def test_rows_come_in_the_order_of_their_terms() -> None:
    rows = build_posting_rows({7: {3: 30, 1: 10}, 8: {2: 20}})
    assert rows[["chunk", "term", "weight"]].tolist() == [(7, 1, 10), (8, 2, 20), (7, 3, 30)]


def test_the_rows_of_some_chunks_can_be_picked_out() -> None:
    assert select_posting_rows(build_posting_rows({7: {3: 30}, 8: {2: 20}}), [8])[["chunk", "term"]].tolist() == [
        (8, 2)
    ]


@pytest.mark.parametrize("vocabulary", [None, Vocabulary("fr", {"chevaux": "cheval", "les": "", "à": "a"})])
def test_another_process_makes_the_same_rows(vocabulary: Vocabulary | None) -> None:
    texts = {1: "les chevaux à 犬", 2: "", 3: "à"} if vocabulary else {1: "„Straßenreinigung“ nach § 7 – 犬", 2: ""}
    pool = ParserPool(size=1)
    try:
        made = async_to_sync(pool.weigh)(texts, vocabulary)
    finally:
        pool.close()
    assert made.tobytes() == posting_rows_of_texts(texts, vocabulary).tobytes()


def test_making_rows_needs_no_django() -> None:
    program = "import sys, apps.documents.keywords.build_posting_rows; sys.exit('django' in sys.modules)"
    alone = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    subprocess.run([sys.executable, "-c", program], env=alone, check=True)
