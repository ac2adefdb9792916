"""Which messages get a card, and which card."""

from collections.abc import Sequence

import pytest

from apps.chat.fixed_answers.find_fixed_answer import find_fixed_answer
from apps.chat.fixed_answers.fuzzy_trigger_word_index import WordIndex
from apps.chat.fixed_answers.render_card import card_html, card_text
from apps.chat.models.fixed_answers import FixedAnswer

CRISES = {
    "Ich will mich umbringen": "suicide",
    "ich wil mich umbrigen": "suicide",
    "Mein Lebn macht keinen Sinn mehr": "suicide",
    "Kendimi öldürmek istiyorum": "suicide",
    "Я не хочу больше жить": "suicide",
    "Mein Mann schlägt mich": "violence",
    "Er hat mich gewürtg": "violence",
    "زوجي يضربني": "violence",
    "Wann hört das auf, meine Freundin wird von ihrem Mann geschlagen": "violence",
    "Wo bekommt man Hilfe, wenn man vom Vater geschlagen wird?": "violence",
    "Es brennt in unserer Küche!": "emergency",
    "Mein Kind hat Spülmittel getrunken": "poison",
    "Ich finde meine Tochter nicht": "emergency",
    "Ich suche meinen Vater seit Stunden, er ist dement": "emergency",
    "Mein Nachbar bedroht mich": "violence",
    "Ich suche meine Tochter seit zwei Stunden, sie war auf dem Spielplatz": "emergency",
    "Ich vermisse meinen Sohn seit gestern, er war in der Schule": "emergency",
    "Ich finde meinen Sohn nicht, er war beim Arzt": "emergency",
    "Ich suche meine Mutter, sie war im Verein und ist seit Stunden weg": "emergency",
    "Ich vermisse ihn seit Stunden, er ist dement": "emergency",
    "Ich suche sie seit zwei Stunden, sie ist erst fünf": "emergency",
    "Es brennt! Im Treppenhaus ist kein Licht": "emergency",
    "Die Lampe ist umgefallen, es brennt!": "emergency",
    "Es brennt! Die Lampe ist umgefallen": "emergency",
    "Mein Mann bedroht mich, seit ich beim Anwalt war": "violence",
    "Mein Mann bedroht mich, weil ich vor Gericht aussage": "violence",
    "Mein Mann droht mir, seit ich beim Anwalt war": "violence",
    "Er droht mir, weil ich vor Gericht aussage": "violence",
    "Die Leute drohen mir, weil ich vor Gericht aussage": "violence",
    "Mein Ex bedroht mich mit einer Klage und mit dem Messer": "violence",
    "Ich werde bedroht, weil ich eine Klage eingereicht habe": "violence",
    "Mein Vermieter droht mir": "violence",
}
MISSPELLED = {
    "Mein Mann schlägt mcih.": "violence",
    "Ich will nciht mehr da sein": "suicide",
    "Ich üerlege, ob ich vor ein Auto laufe": "suicide",
    "Ich halte das nicht mehr aus und will, dass es aufhör.t Für immer.": "suicide",
    "Mein Kind hat Ibuproen wie Bonbons gegessen": "poison",
    "Chcę się zbić": "suicide",
    "J'ai été vilée": "violence",
    "Поар в квартире": "emergency",
    "Zehirlednim": "poison",
}
SEARCHED = (
    "Wie hoch sind die Gebühren für eine Bestattung?",
    "Wann wurden die Mongolen von den Trần geschlagen?",
    "In welcher Schlacht wurden die Perser von den Griechen geschlagen?",
    "Wie viel Holz wird im Stadtwald geschlagen?",
    "Was tut die Stadt beim Gewaltschutz?",
    "Welche Anforderungen gelten für Notfallsanitäter?",
    "Suizidprävention im Haushaltsplan",
    "Vielen Dank, und wann hat das Bürgerbüro geöffnet?",
    "Kasse",
    "Auto",
    "Die Tonne kommt montags.",
    "Reicht für die Anmeldung meiner Wohnung der Mietvertrag?",
    "Ich möchte nicht mehr in Musterfurt leben, wie melde ich mich ab?",
    "Welche Schule hat die meisten Schülerinnen und Schüler?",
    "Ich will mein Leben lang Steuern sparen",
    "Was kostet der Parkausweis für mein Auto?",
    "Mein Mann schläft nicht, wer hilft bei Lärm?",
    "¿Cuál fue la fuente del error?",
    "Who is Kearney Boulevard named after?",
    "Welcher Ortsteil hat die meisten vorgemerkten Kinder ab drei Jahren?",
    "Ich finde meinen Ausweis nicht",
    "Ich finde meine Steuernummer nicht",
    "Ich finde für mein Kind keinen Kitaplatz mehr",
    "Ich suche für meinen Sohn seit Wochen einen Kinderarzt",
    "Ich finde keine Schule, mein Kind ist seit Mai hier",
    "Ich finde für meine Tochter keinen Platz im Verein mehr",
    "Mein Kind ist drei, ich suche seit Monaten einen Kitaplatz",
    "Ich suche den Bescheid und finde ihn nicht",
    "Die Stadt droht mir mit Zwangsgeld",
    "Die Stadt droht mir mit einer Klage",
    "Mein Vermieter droht mir mit dem Anwalt",
    "Mein Stromanbieter droht mir mit Inkasso",
    "Das Finanzamt droht mir mit dem Gericht",
    "Ich bin obdachlos, wo kann ich schlafen?",
    "Es brennt Licht im Rathaus",
    "Meine Tochter ist von der Schaukel gefallen, zahlt die Versicherung?",
)


@pytest.mark.parametrize("message", CRISES)
def test_a_crisis_gets_the_card_for_it(message: str) -> None:
    reply = find_fixed_answer(message, "de", ())
    assert reply is not None
    assert reply.name == CRISES[message]
    assert "112" in reply.telephones


@pytest.mark.parametrize("message", MISSPELLED)
def test_one_misspelled_word_keeps_no_card_from_a_crisis(message: str) -> None:
    reply = find_fixed_answer(message, "de", ())
    assert reply is not None
    assert reply.name == MISSPELLED[message]


@pytest.mark.parametrize("message", ["Andere Frage?", "ich habe noch eine frage", "Etwas anderes", "Another question"])
def test_who_announces_a_question_is_asked_for_it(message: str) -> None:
    reply = find_fixed_answer(message, "de", ())
    assert reply is not None
    assert reply.name == "greeting"


@pytest.mark.parametrize(
    "message",
    ["Danke, das war hilfreich!", "passt, danke", "Das hilft mir weiter, danke", "Danke, jetzt weiß ich Bescheid"],
)
def test_thanks_are_told_however_they_are_put(message: str) -> None:
    reply = find_fixed_answer(message, "de", ())
    assert reply is not None
    assert reply.name == "thanks"


@pytest.mark.parametrize(
    "message",
    [
        "Passt das so? Danke",
        "Das reicht? Danke",
        "Danke, aber das hilft mir nicht",
        "Was hilft bei Schimmel?",
        "Passt der Schrank?",
        "Hilft das? Danke",
    ],
)
def test_what_only_sounds_like_thanks_is_searched(message: str) -> None:
    assert find_fixed_answer(message, "de", ()) is None


@pytest.mark.parametrize("message", ["Andere Frage: was kostet ein Hund?", "Wie stelle ich eine andere Frage?"])
def test_a_question_behind_its_announcement_is_searched(message: str) -> None:
    assert find_fixed_answer(message, "de", ()) is None


def test_two_misspelled_short_words_are_too_many() -> None:
    assert find_fixed_answer("Zla obić", "de", ()) is None


@pytest.mark.parametrize("message", SEARCHED)
def test_a_question_for_documents_is_searched(message: str) -> None:
    reply = find_fixed_answer(message, "de", ())
    assert reply is None or reply.is_beside_answer


def test_the_card_is_in_the_language_of_the_message() -> None:
    reply = find_fixed_answer("Chcę się zabić", "de", ())
    assert reply is not None
    assert reply.language == "pl"


def test_the_numbers_are_dialled_by_a_press() -> None:
    reply = find_fixed_answer("Ich will sterben", "de", ())
    assert reply is not None
    html = card_html(reply)
    assert 'href="tel:112"' in html
    assert 'href="tel:08001110111"' in html
    assert 'href="tel:08001110222"' in html
    assert "0800 1110111" in card_text(reply)


def test_a_row_takes_the_place_of_the_shipped_words() -> None:
    row = FixedAnswer(name="greeting", language="de", heading="Moin!", text="<b>Hier</b>")
    reply = find_fixed_answer("Hallo", "de", [row])
    assert reply is not None
    assert reply.heading == "Moin!"
    assert "&lt;b&gt;" in card_html(reply)


def test_a_row_that_is_off_lets_the_message_be_searched() -> None:
    row = FixedAnswer(name="greeting", language="de", heading="Moin!", text="", is_on=False)
    assert find_fixed_answer("Guten Abend", "de", [row]) is None


def test_a_row_of_the_house_has_triggers_of_its_own() -> None:
    row = FixedAnswer(name="strike", language="de", heading="Streik", text="Heute nicht.", triggers="streik heute")
    reply = find_fixed_answer("Ist der Streik auch heute noch?", "de", [row])
    assert reply is not None
    assert reply.heading == "Streik"


@pytest.mark.parametrize(("is_urgent", "name"), [(False, "poison"), (True, "help-desk")])
def test_a_calm_row_of_the_house_gives_way_to_a_crisis(is_urgent: bool, name: str) -> None:
    row = FixedAnswer(
        name="help-desk", language="de", heading="Hilfe", text="Bis 16 Uhr.", triggers="hilfe", is_urgent=is_urgent
    )
    in_need = find_fixed_answer("Hilfe, mein Kind hat Spülmittel getrunken!", "de", [row])
    assert in_need is not None
    assert in_need.name == name
    calm = find_fixed_answer("Guten Tag, ich brauche Hilfe beim Antrag", "de", [row])
    assert calm is not None
    assert calm.name == "help-desk"


def test_a_question_is_compared_with_each_index_of_words_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every question goes this way before it is searched for: once for each answer and language took 11 ms of it."""
    looked: list[tuple[WordIndex, bool, tuple[str, ...]]] = []
    met_by_all = WordIndex.met_by_all

    def noted(index: WordIndex, words: Sequence[str], *, is_alone: bool = False) -> list[frozenset[str]]:
        looked.append((index, is_alone, tuple(words)))
        return met_by_all(index, words, is_alone=is_alone)

    monkeypatch.setattr(WordIndex, "met_by_all", noted)
    assert find_fixed_answer("Wie hoch ist die Hundesteuer für den zweiten Hund?", "de", ()) is None
    assert len(looked) == len({*looked}) <= 8
