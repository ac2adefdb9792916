import pytest

from apps.evaluation.planning.personas import persona_language


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("What recurring topics do tech leaders emphasize in their discussions?", "en"),
        ("Do any guests frequently mention specific companies?", "en"),
        ("Which company was named by both articles?", "en"),
        ("Was sind Coronaviren?", "de"),
        ("In welchem Jahr wurde der Song „Fog on the Tyne“ veröffentlicht?", "de"),
        ("Wie viele Sacks erzielte Jared Allen in seiner Karriere?", "de"),
        ("Parkausweis?", "de"),
        ("駐車許可証はいくらですか。", "ja"),
    ],
    ids=["leaders", "guests", "company", "viruses", "song", "sacks", "one-word", "japanese"],
)
def test_the_language_of_a_question_is_told_by_its_function_words(question: str, language: str) -> None:
    assert persona_language(question) == language
