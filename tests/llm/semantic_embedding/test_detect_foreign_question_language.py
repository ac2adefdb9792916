"""Whether a question is certainly in another language than the documents."""

import asyncio
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from apps.llm.errors import model_error
from apps.llm.semantic_embedding import detect_foreign_question_language
from apps.llm.semantic_embedding.detect_foreign_question_language import (
    excludes_languages,
    find_foreign_language,
    guess_language_without_model,
    language_of_script,
)
from apps.llm.semantic_embedding.talk_to_model_process import NAME, ModelProcess
from tests.waiting import until


class Fails(ModelProcess):
    def languages(self, text: str) -> dict[str, float]:
        raise model_error("timeout", NAME)


class StillLoading(ModelProcess):
    """Knows nothing when it is first asked."""

    def __init__(self) -> None:
        super().__init__(threads=1, patience=1.0)
        self.replies: list[dict[str, float]] = [{}, {"tr": 0.9}]

    def languages(self, text: str) -> dict[str, float]:
        return self.replies.pop(0)


async def test_a_question_waits_for_a_process_that_is_loading_and_what_is_known_is_not_asked_again() -> None:
    process = StillLoading()
    said = [await find_foreign_language("İkinci köpek için vergi ne kadar?", ["de"], process) for _ in range(2)]
    assert (said, process.replies) == (["tr", "tr"], [])


async def test_a_question_that_waits_takes_no_thread_from_what_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    process = StillLoading()
    process.replies = [{}] * 1000
    monkeypatch.setattr(detect_foreign_question_language, "LOADING_SECONDS", 20.0)
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(max_workers=1))
    waiting = asyncio.create_task(find_foreign_language("Altıncı köpek vergisi?", ["de"], process))
    await until(lambda: len(process.replies) < 1000)
    await asyncio.wait_for(asyncio.to_thread(time.monotonic), 5.0)
    process.replies = [{"tr": 0.9}] * 2
    assert await waiting == "tr"


async def test_nobody_waits_for_ever_and_what_nobody_could_tell_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(detect_foreign_question_language, "LOADING_SECONDS", 0.0)
    process = StillLoading()
    said = [await find_foreign_language("Dördüncü köpek vergisi?", ["de"], process) for _ in range(2)]
    assert (said, process.replies) == (["", "tr"], [])


class Counts(ModelProcess):
    """Takes its time, and counts how often it is asked."""

    def __init__(self) -> None:
        super().__init__(threads=1, patience=1.0)
        self.asked = 0
        self.may_answer = Event()

    def languages(self, text: str) -> dict[str, float]:
        self.asked += 1
        assert self.may_answer.wait(10)
        return {"tr": 0.9}


async def test_who_asks_at_the_same_time_asks_once_and_outlasts_the_other_who_leaves() -> None:
    process = Counts()
    question = "Üçüncü köpek için vergi ne kadar?"
    leaves, stays = (asyncio.ensure_future(find_foreign_language(question, ["de"], process)) for _ in range(2))
    await until(lambda: process.asked > 0)
    leaves.cancel()
    process.may_answer.set()
    assert (await stays, process.asked) == ("tr", 1)


async def test_letters_tell_as_long_as_the_process_cannot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(detect_foreign_question_language, "LOADING_SECONDS", 0.0)
    assert await find_foreign_language("كم تبلغ الضريبة؟", ["de"], StillLoading()) == "ar"


@pytest.fixture(scope="module")
def process() -> Iterator[ModelProcess]:
    """One that has loaded its tables."""
    made = ModelProcess(threads=1, patience=30.0)
    ends = time.monotonic() + 60
    while not made.languages("Wo finde ich das?") and time.monotonic() < ends:
        time.sleep(0.1)
    yield made
    made.close()


@pytest.mark.parametrize(
    ("probabilities", "languages", "excluded"),
    [
        ({"tr": 0.9, "de": 0.01}, ["de"], True),
        ({"tr": 0.9, "de": 0.01}, ["de", "tr"], False),
        ({"de": 0.4, "nl": 0.3}, ["de"], False),
        ({"fy": 0.09, "en": 0.07, "de": 0.02}, ["de"], False),
        ({}, ["de"], False),
    ],
)
def test_only_what_is_certain_is_foreign(probabilities: dict[str, float], languages: list[str], excluded: bool) -> None:
    assert excludes_languages(probabilities, languages, "Ne kadar?") is excluded


@pytest.mark.parametrize(
    ("question", "own", "excluded"),
    [
        ("mata yaftah maktab albaladiya", 0.0, True),
        ("mata yaftah maktab albaladiya", 0.02, False),
        ("Rio de Janeiro", 0.0, False),
        ("IBAN DE89 3704 0044 0532", 0.0, False),
    ],
)
def test_a_sentence_is_foreign_although_its_language_is_not_recognised(
    question: str, own: float, excluded: bool
) -> None:
    assert excludes_languages({"so": 0.18, "ms": 0.14, "de": own}, ["de"], question) is excluded


@pytest.mark.parametrize(
    ("question", "languages", "told"),
    [
        ("كم تبلغ ضريبة الكلاب في السنة؟", ["de"], "ar"),
        ("Скільки коштує податок на собаку?", ["de", "en"], "uk"),
        ("Сколько стоит налог на собаку?", ["de"], "ru"),
        ("Сколько стоит налог на собаку?", ["ru"], ""),
        ("Was heißt Спасибо auf dem Schild am Rathaus?", ["de"], ""),
        ("Wo wohnt Herr Yılmaz?", ["de"], ""),
        ("犬の税金はいくらですか", ["ja"], ""),
        ("税金", ["ja"], ""),
        ("🐶 2026", ["de"], ""),
        ("", ["de"], ""),
    ],
)
def test_letters_tell_of_a_script_that_is_not_that_of_the_documents(
    question: str, languages: list[str], told: str
) -> None:
    assert language_of_script(question, languages) == told


@pytest.mark.parametrize(
    ("question", "languages", "told"),
    [
        ("Köpek vergisi bir yılda ne kadar tutuyor?", ["de"], "tr"),
        ("Combien coûte la taxe pour un chien ?", ["de", "en"], "fr"),
        ("How much is the dog tax?", ["de"], "en"),
        ("How much is the dog tax?", ["de", "en"], ""),
        ("Wie hoch ist die Steuer für meinen Hund?", ["en"], "de"),
        ("Wie hoch ist die Hundesteuer?", ["de"], ""),
        ("Billy the Kid", ["de"], ""),
        ("Fridays for Future", ["de"], ""),
        ("كم تبلغ الضريبة؟", ["de"], "ar"),
    ],
)
def test_without_a_model_letters_and_words_of_whole_questions_tell(
    question: str, languages: list[str], told: str
) -> None:
    assert guess_language_without_model(question, languages) == told


async def test_without_the_process_the_letters_tell() -> None:
    assert await find_foreign_language("Скільки коштує податок?", ["de"], Fails(threads=1, patience=1.0)) == "uk"


@pytest.mark.meaning
@pytest.mark.parametrize(
    "question",
    [
        "Köpek vergisi bir yılda ne kadar tutuyor?",
        "كم تبلغ ضريبة الكلاب في السنة؟",
        "Скільки коштує податок на собаку на рік?",
        "How much is the dog tax for the second dog?",
        "Ile wynosi podatek od psa rocznie?",
        "kam tablugh daribat alkalb al'awwal?",
        "Skilky koshtuye podatok na sobaku?",
    ],
)
async def test_whole_questions_in_other_languages_are_foreign(process: ModelProcess, question: str) -> None:
    assert await find_foreign_language(question, ["de"], process)


@pytest.mark.meaning
async def test_the_first_question_to_a_process_that_starts_anew_is_foreign_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed ones do: the reader would be told that the documents do not answer."""
    monkeypatch.setattr(detect_foreign_question_language, "LOADING_SECONDS", 60.0)
    made = ModelProcess(threads=1, patience=30.0)
    try:
        assert await find_foreign_language("Beşinci köpek için vergi ne kadar?", ["de"], made) == "tr"
    finally:
        made.close()


@pytest.mark.meaning
@pytest.mark.parametrize(
    "question", ["Wie hoch ist die Hundesteuer?", "Hund", "Hundesteuer", "IBAN DE89", "§ 4 BauGB", "🐶", "Covid", ""]
)
async def test_german_ones_and_what_is_too_short_are_not(process: ModelProcess, question: str) -> None:
    assert not await find_foreign_language(question, ["de"], process)


async def test_nobody_waits_for_a_process_that_fails() -> None:
    failing = Fails(threads=1, patience=1.0)
    assert not await find_foreign_language("Köpek vergisi?", ["de"], failing)
    assert await find_foreign_language("Köpek vergisi bir yılda ne kadar tutuyor?", ["de"], failing) == "tr"
