"""Nearest passages for a question in another language than the documents, where no language model reads both.

"The documents do not answer this question" would be untrue: only the language stands between. So readers are told that
in their own language, and see the places that the vectors of meaning hold for near enough. Translations have not been
reviewed by native speakers yet.
"""

from collections.abc import Sequence

from django.utils.translation import get_language

from apps.chat.nearest_passages.nearest_page_similarity import nearest_page
from apps.llm.offline.language_model import NAME as OFFLINE_MODEL
from apps.retrieval.query.types import SearchStep
from apps.text.word_stems import IS_CJK

WORTH_COMPARING = 0.77
"""Similarity of a page below which its sentences are not looked at."""
NEAR_ENOUGH = 1.615
"""Of the nearest page's similarity, its lead and the nearest sentence's similarity: found by benchmarks/nearness.py on
questions in five languages, which says what it gives in five others."""
NEAR_ENOUGH_WITHOUT_BLANKS = 1.65
"""The same for Chinese, Japanese and Korean, whose questions come nearer to anything. Chosen by hand on 60 Chinese
questions that German documents answer (two in five are shown places) and 140 others (one in fifteen, with the bound
above one in four); it was not held against questions kept back."""
NEAR_ENOUGH_ALONE = 0.80
"""Of the page alone, where no sentences were compared."""
LANGUAGE_BARRIER_NOTICES = {
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
PREPARATION_NOTICES = {
    "ar": "يجري الآن إعداد البحث بالمعنى، وهو يعمل بين اللغات أيضًا. يُرجى إعادة طرح السؤال بعد بضع دقائق.",
    "de": "Die Suche nach der Bedeutung, die auch über Sprachen hinweg findet, wird gerade vorbereitet. Bitte fragen "
    "Sie in einigen Minuten noch einmal.",
    "en": "Search by meaning, which also finds across languages, is being prepared. Please ask again in a few minutes.",
    "es": "La búsqueda por significado, que también funciona entre idiomas, se está preparando. Por favor, vuelva a "
    "preguntar dentro de unos minutos.",
    "fr": "La recherche par le sens, qui fonctionne aussi d'une langue à l'autre, est en cours de préparation. "
    "Veuillez reposer votre question dans quelques minutes.",
    "it": "La ricerca per significato, che funziona anche tra lingue diverse, è in preparazione. La preghiamo di "
    "ripetere la domanda tra qualche minuto.",
    "pl": "Wyszukiwanie według znaczenia, które działa także między językami, jest właśnie przygotowywane. Prosimy "
    "zapytać ponownie za kilka minut.",
    "ro": "Căutarea după sens, care funcționează și între limbi, este în curs de pregătire. Vă rugăm să întrebați din "
    "nou peste câteva minute.",
    "ru": "Поиск по смыслу, который работает и между языками, сейчас подготавливается. Пожалуйста, задайте вопрос ещё "
    "раз через несколько минут.",
    "tr": "Diller arasında da çalışan anlama göre arama şu anda hazırlanıyor. Lütfen birkaç dakika sonra yeniden "
    "sorunuz.",
    "uk": "Пошук за змістом, який працює й між мовами, зараз готується. Будь ласка, запитайте ще раз за кілька хвилин.",
}
"""Behind it while vectors of meaning are still made, as after the first start."""
FALLBACK_LANGUAGE = "en"
USUAL = "de"
"""Of the page: whoever reads it in another language has chosen that."""


def language_barrier_notice(steps: Sequence[SearchStep], model: str) -> str:
    """The sentence in the reader's language; empty when a language model has read the question, or none is needed."""
    language = foreign_question_language(steps)
    if model not in ("", OFFLINE_MODEL) or not language:
        return ""
    is_prepared = any(step.detail.get("prepared") for step in steps if step.detail.get("foreign"))
    return f"{LANGUAGE_BARRIER_NOTICES[language]} {PREPARATION_NOTICES[language] if is_prepared else ''}".strip()


def foreign_question_language(steps: Sequence[SearchStep]) -> str:
    """Returns the language of a question in another language than the documents; empty for all others.

    That of the page, as it is in force, where the question's has no translation and the reader has chosen the page's.
    """
    found = next((step.detail["foreign"] for step in steps if step.detail.get("foreign")), "")
    if found in LANGUAGE_BARRIER_NOTICES or not found:
        return found
    page = (get_language() or USUAL).partition("-")[0]
    return page if page in LANGUAGE_BARRIER_NOTICES and page != USUAL else FALLBACK_LANGUAGE


def is_near(steps: Sequence[SearchStep], _question: str) -> bool:
    """Whether some page may say what is asked, by its meaning, so that its sentences are worth comparing; whatever the
    question's writing, which the sentences decide on."""
    return nearest_page(steps).similarity >= WORTH_COMPARING


def is_near_across_languages(steps: Sequence[SearchStep], sentence: float, question: str) -> bool:
    """Whether what was found is worth being shown as places to read.

    `sentence` is the similarity of the nearest sentence; 0 when none was compared.
    """
    page = nearest_page(steps)
    if not sentence:
        return page.similarity >= NEAR_ENOUGH_ALONE
    bound = NEAR_ENOUGH_WITHOUT_BLANKS if IS_CJK.search(question) else NEAR_ENOUGH
    return sum(page) + sentence >= bound
