"""People in need are recognised in words that no trigger knows: by letters alone, and with the model of meaning."""

from collections.abc import Iterator, Sequence
from contextlib import closing

import pytest
from pytest_django import Settings

from apps.chat.fixed_answers.crisis_classifier import embedding_classifier, ngram_filter
from apps.chat.fixed_answers.crisis_classifier.classify_message import (
    LONGEST_PART,
    MOST_CALLS,
    Crisis,
    classify_message,
    message_parts,
    suspicious_parts,
)
from apps.chat.fixed_answers.find_fixed_answer import FixedReply, crisis_language, find_fixed_answer
from apps.chat.fixed_answers.shipped_answers import find_matching_answers
from apps.chat.models.fixed_answers import FixedAnswer
from apps.llm.semantic_embedding import verify_weights_package
from apps.llm.semantic_embedding.talk_to_model_process import ModelProcess

UNFORESEEN = {
    "heut nacht verschwinde ich für immer von dieser welt": "suicide",
    "mei schwester hat sich im keller verbarrikadiert weil ihr ex mit der axt an der tür steht": "violence",
    "meine kollegin ist beim mittagessen blau angelaufen und ringt nach luft": "emergency",
    "unser kleiner hat am rohrreiniger genippt": "poison",
    "خواهرم قرص خورده و بیدار نمیشه": "poison",
}
CRY = "unser kleiner hat am rohrreiniger genippt"
SURE = "er hat mich geschlagen und bedroht mich mit dem messer"
SUSPICIOUS = "Meine Frau schläft nicht wegen der Mücken, wer bekämpft sie am Teich?"
HARMLESS = (
    SUSPICIOUS,
    "Wer repariert die kaputte Lampe vor der Feuerwache?",
    "Ab wann muss man in der Wohnung Rauchmelder haben?",
    "Ich könnte sterben für den Käsekuchen im Ratscafé, wann macht es auf?",
    "Steht das Messer aus der Steinzeit noch im Museum?",
)
POSSIBLE = (
    "ich weiß nicht mehr ein noch aus",
    "mir ist schwindlig und ich sehe doppelt",
)
POSSIBLE_BY_LETTERS = "ich habe große angst allein in der wohnung"
LONG = " ".join(["Wir waren gestern mit dem Bus in der Stadt und haben neue Schuhe für die Schule gekauft."] * 12)


def card_for(message: str, rows: Sequence[FixedAnswer] = ()) -> FixedReply | None:
    return find_fixed_answer(message, "de", rows, classify_message(message))


@pytest.fixture(scope="module")
def process() -> Iterator[ModelProcess]:
    if not verify_weights_package.is_installed():
        pytest.skip("The package with the weights of the model of meaning is not installed.")
    with closing(ModelProcess(threads=1, patience=60.0)) as running:
        yield running


@pytest.fixture
def by_meaning(settings: Settings) -> None:
    settings.MEANING = True


@pytest.mark.usefixtures("by_meaning")
@pytest.mark.parametrize("message", UNFORESEEN)
def test_a_crisis_is_recognised_in_words_that_no_trigger_knows(message: str, process: ModelProcess) -> None:
    assert not list(find_matching_answers(message, "de")), "a trigger knows it: another message shows more"
    found = classify_message(message, process)
    assert found is not None
    assert found.kind == UNFORESEEN[message]


@pytest.mark.usefixtures("by_meaning")
@pytest.mark.parametrize("message", HARMLESS)
def test_a_question_that_sounds_like_one_is_searched_for(message: str, process: ModelProcess) -> None:
    assert classify_message(message, process) is None


@pytest.mark.usefixtures("by_meaning")
def test_a_cry_for_help_in_the_middle_of_a_story_is_heard(process: ModelProcess) -> None:
    assert classify_message(LONG, process) is None
    found = classify_message(f"{LONG} {CRY.capitalize()}. {LONG}", process)
    assert found is not None
    assert found.kind == "poison"
    assert found.is_certain


@pytest.mark.usefixtures("by_meaning")
def test_a_cry_for_help_between_two_sentences_of_a_short_message_is_heard(process: ModelProcess) -> None:
    around = "Wir waren gestern mit dem Bus in der Stadt und haben Schuhe gekauft. {} Wann hat das Amt auf und wo?"
    found = classify_message(around.format("Unser kleiner hat am Rohrreiniger genippt."), process)
    assert found is not None
    assert found.kind == "poison"


def test_what_the_model_is_asked_about_is_short_also_where_no_blanks_are_written() -> None:
    for repeated in (1, 120, 200, 700):
        text = "我想死" * repeated
        parts = list(message_parts(text))
        assert max(map(len, parts)) <= LONGEST_PART
        assert sum(len(part.replace(" ", "")) for part in parts) >= len(text)


def test_a_short_message_is_in_the_most_probable_language_that_has_a_card() -> None:
    assert crisis_language(Crisis("poison", is_certain=True, languages={"fr": 0.26, "oc": 0.25, "it": 0.02})) == "fr"
    assert crisis_language(Crisis("poison", is_certain=True, languages={"fr": 0.1, "it": 0.1, "es": 0.1})) == ""
    assert crisis_language(Crisis("poison", is_certain=True, languages={"fa": 0.95, "ar": 0.05})) == "fa"
    assert crisis_language(Crisis("poison", is_certain=True)) == ""


def test_a_card_that_is_off_does_not_stand_in_for_another_language() -> None:
    off = FixedAnswer(name="poison", language="en", heading="Off", text="Off", is_on=False)
    crisis = Crisis("poison", is_certain=True, languages={"nl": 0.99})
    reply = find_fixed_answer("bericht", "de", [off], crisis)
    assert reply is not None
    assert reply.language == "de"


@pytest.mark.usefixtures("by_meaning")
def test_the_language_of_the_card_is_that_of_the_message(process: ModelProcess) -> None:
    while not process.languages("Wie hoch ist die Hundesteuer?"):
        pass
    found = classify_message("my little girl got into the drain unblocker, she is drooling and crying", process)
    assert found is not None
    assert crisis_language(found) == "en"


@pytest.mark.usefixtures("by_meaning")
def test_the_vector_of_a_harmless_message_is_kept_for_the_search_and_that_of_a_crisis_is_not(
    process: ModelProcess,
) -> None:
    harmless, crisis = SUSPICIOUS, CRY
    classify_message(harmless, process)
    classify_message(crisis, process)
    assert process.recent.get(harmless, is_query=True)
    assert process.recent.get(crisis, is_query=True) is None


@pytest.mark.usefixtures("by_meaning")
def test_a_flood_of_messages_does_not_wait_for_the_model() -> None:
    flooded = ModelProcess(threads=1, patience=60.0)
    flooded._calls = {object() for _ in range(MOST_CALLS)}
    assert classify_message(SUSPICIOUS, flooded) is None
    assert flooded._running is None


@pytest.mark.usefixtures("by_meaning")
def test_without_the_model_the_surest_messages_are_recognised_by_their_letters() -> None:
    cannot_start = ModelProcess(threads=1, patience=1.0)
    cannot_start._not_before = float("inf")
    assert classify_message(SURE, cannot_start) == Crisis("emergency", is_certain=True)
    assert classify_message(SUSPICIOUS, cannot_start) is None


def test_a_crisis_that_letters_recognise_gets_a_card() -> None:
    reply = card_for("er bedrohte mich, würgte meine tochter, sie bekommt keine luft")
    assert reply is not None
    assert reply.is_urgent


@pytest.mark.usefixtures("by_meaning")
@pytest.mark.parametrize("message", POSSIBLE)
def test_what_may_be_a_crisis_gets_a_card_beside_its_answer(message: str, process: ModelProcess) -> None:
    found = classify_message(message, process)
    assert found is not None
    assert not found.is_certain


def test_a_possible_crisis_is_searched_for_and_its_card_offered_beside_the_answer() -> None:
    reply = card_for(POSSIBLE_BY_LETTERS)
    assert reply is not None
    assert reply.is_beside_answer
    assert not reply.is_urgent, "most who see it are in no need"
    assert {"112", "116 016"} <= set(reply.telephones)


def test_a_card_that_is_switched_off_lets_the_message_be_searched() -> None:
    off = [
        FixedAnswer(name=name, language="de", heading="", text="", is_on=False)
        for name in ("suicide", "violence", "emergency", "poison")
    ]
    assert card_for(SURE, off) is None


def test_a_message_is_read_by_parts_that_overlap() -> None:
    words = [str(number) for number in range(100)]
    parts = list(message_parts(" ".join(words)))
    assert all(any(f"{place} {place + 1}" in part for part in parts) for place in range(99))
    assert list(message_parts("zwei Worte")) == ["zwei Worte"]


@pytest.mark.usefixtures("by_meaning")
@pytest.mark.parametrize(
    "message", ["Und sonst?", "und jetzt?", "und mein Kind", "Und am Abend?", "und heute?", "Wer hilft?"]
)
def test_who_goes_on_asking_in_two_words_gets_no_card(message: str, process: ModelProcess) -> None:
    assert classify_message(message, process) is None
    assert classify_message(message, ModelProcess(threads=1, patience=0.0)) is None


@pytest.mark.parametrize("message", ["", "🙂", "\0", "a" * 100_000, "\ud800 rathaus"])
def test_odd_messages_are_no_crisis(message: str) -> None:
    assert classify_message(message) is None


def test_a_long_question_that_is_suspicious_nowhere_asks_no_model() -> None:
    question = (
        "Welche Umstände und neuen Sachverhalte haben den Bundesminister für Wirtschaft veranlasst, in der Zeitung vom "
        "18. Mai seine bisherige Zustimmung zum Bau zurückzunehmen, und wie will die Regierung künftig verfahren, wenn "
        "Gemeinden Einwände gegen den Verlauf der Leitung erheben, die bis zum Ende der Frist nicht geprüft sind?"
    )
    assert not suspicious_parts(question)


def test_the_weights_are_complete() -> None:
    assert len(ngram_filter.ngram_weights()) == ngram_filter.BUCKETS + 1
    assert {len(weights) for _, weights in embedding_classifier.embedding_weights().values()} == {384}
    assert set(embedding_classifier.embedding_weights()) == {"suicide", "violence", "emergency", "poison"}
