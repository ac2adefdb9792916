"""A text that no check can read is refused, however short it is."""

import pytest

from apps.simplify.text.language_detection import detect_checkable_language


@pytest.mark.parametrize(
    "text",
    [
        "Заява подається письмово протягом трьох місяців.",
        "يجب تقديم الطلب كتابيا خلال ثلاثة أشهر.",
        "Η αίτηση υποβάλλεται εγγράφως εντός τριών μηνών.",
        "申請は三か月以内に書面で行う必要があります。",
        "נדרש להגיש בקשה בכתב",
    ],
)
def test_a_short_text_in_another_script_is_neither_german_nor_english(text: str) -> None:
    assert detect_checkable_language(text) == "other"


@pytest.mark.parametrize(
    "text",
    [
        "De aanvraag moet binnen drie maanden schriftelijk worden ingediend bij de gemeente, anders vervalt het recht "
        "op de uitkering. In een spoedgeval kan men ook een voorlopige aanvraag doen, die later wordt aangevuld.",
        "Ansökan ska lämnas in skriftligt inom tre månader till kommunen, annars går rätten till bidraget förlorad. "
        "Det är också möjligt att söka digitalt, men då krävs en legitimation som är giltig under hela tiden.",
        "O pedido deve ser apresentado por escrito no prazo de três meses junto da câmara municipal, caso contrário "
        "perde-se o direito ao apoio. Em casos urgentes é possível fazer um pedido provisório, que se completa depois.",
        "La solicitud debe presentarse por escrito en el plazo de tres meses ante el ayuntamiento; de lo contrario se "
        "pierde el derecho a la ayuda. En casos urgentes es posible presentar una solicitud provisional.",
        "Ansøgningen skal indgives skriftligt inden tre måneder til kommunen, ellers mister man retten til støtten. "
        "Det er også muligt at søge digitalt, men så skal man have et gyldigt bevis i hele perioden.",
    ],
)
def test_a_longer_text_in_another_language_of_the_same_script_is_neither(text: str) -> None:
    assert detect_checkable_language(text) == "other"


@pytest.mark.parametrize(
    "text", ["Gebühren", "Herr Дмитро Шевченко wohnt hier.", "12 345,00", "", "Die Fläche beträgt 3 µm bis 5 Ω."]
)
def test_names_signs_and_figures_make_no_other_language(text: str) -> None:
    assert detect_checkable_language(text) == "de"
