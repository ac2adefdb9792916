"""A question in another language than the documents, and no language model that could read both.

"The documents do not answer this question" would be untrue: only the language stands between. So readers are told that
in their own language, and see the places that the vectors of meaning hold for near enough. Translations have not been
reviewed by native speakers yet.
"""

from collections.abc import Sequence

from apps.llm.offline.language_model import NAME as OFFLINE_MODEL
from apps.retrieval.query.types import SearchStep

NEAR_ENOUGH = {"ar": 0.795, "en": 0.785, "es": 0.79, "it": 0.785, "pl": 0.795, "ru": 0.79, "tr": 0.795, "uk": 0.785}
OTHERWISE_NEAR_ENOUGH = 0.80
"""Similarity by the built-in model of meaning, by the language of the question: what nearly all of 36 questions of
XQuAD's other half (12 of our own where it has none) stay below that were asked of a town and of ministries."""
STANDS_BETWEEN = {
    "ar": "سؤالك بلغة مختلفة عن لغة الوثائق. بدون نموذج لغوي لا يمكن هنا تحديد ما إذا كانت الوثائق تجيب عنه.",
    "de": "Ihre Frage ist in einer anderen Sprache als die Dokumente. Ohne Sprachmodell lässt sich hier nicht sagen, "
    "ob die Dokumente sie beantworten.",
    "en": "Your question is in another language than the documents. Without a language model it cannot be said here "
    "whether the documents answer it.",
    "es": "Su pregunta está en un idioma distinto al de los documentos. Sin un modelo de lenguaje no se puede decir "
    "aquí si los documentos la responden.",
    "fr": "Votre question est dans une autre langue que les documents. Sans modèle de langue, il n'est pas possible de "
    "dire ici si les documents y répondent.",
    "it": "La Sua domanda è in una lingua diversa da quella dei documenti. Senza un modello linguistico qui non è "
    "possibile dire se i documenti vi rispondono.",
    "pl": "Pytanie jest w innym języku niż dokumenty. Bez modelu językowego nie można tu stwierdzić, czy dokumenty na "
    "nie odpowiadają.",
    "ro": "Întrebarea dumneavoastră este în altă limbă decât documentele. Fără un model de limbă nu se poate spune "
    "aici dacă documentele îi răspund.",
    "ru": "Ваш вопрос задан не на языке документов. Без языковой модели здесь нельзя сказать, отвечают ли на него "
    "документы.",
    "tr": "Sorunuz belgelerden farklı bir dilde. Bir dil modeli olmadan belgelerin bu soruyu yanıtlayıp yanıtlamadığı "
    "burada söylenemez.",
    "uk": "Ваше запитання поставлено не мовою документів. Без мовної моделі тут неможливо сказати, чи відповідають на "
    "нього документи.",
}
OTHERWISE = "en"


def stands_between(steps: Sequence[SearchStep], model: str) -> str:
    """The sentence in the reader's language; empty when a language model has read the question, or none is needed."""
    if model not in ("", OFFLINE_MODEL):
        return ""
    language = next((step.detail["foreign"] for step in steps if "foreign" in step.detail), "")
    return STANDS_BETWEEN.get(language, STANDS_BETWEEN[OTHERWISE]) if language else ""


def is_near_enough(steps: Sequence[SearchStep]) -> bool:
    """Whether what was found is worth being shown as places to read."""
    found = [(step.detail["foreign"], step.detail["nearest"]) for step in steps if "foreign" in step.detail]
    return any(nearest >= NEAR_ENOUGH.get(language, OTHERWISE_NEAR_ENOUGH) for language, nearest in found)
