"""The terms of a question, in the language of every collection that is searched."""

from itertools import chain

from apps.documents.keywords.postgres_stems import load_vocabulary
from apps.retrieval.query.types import Query
from apps.text.index_terms import GERMAN, Vocabulary, count_terms, hash_term, index_tokens, token_terms
from apps.text.normalise_identifiers import normalised_identifiers
from apps.text.word_stems import fold


def question_terms(query: Query) -> list[int]:
    """The terms of a question in the languages of the query.

    In several languages at once a word counts only if it is a stop word in none of them: the German article "die" is
    rare in English texts. If no word is left, all words count. No database query for German, nor for words of other
    languages that were looked up before; otherwise one per language.
    """
    if list(query.languages) == [GERMAN]:
        return list(count_terms(query.text))
    vocabularies = [load_vocabulary([query.text], language) for language in query.languages]
    found = [[terms_of_word(word, each) for each in vocabularies] for word in index_tokens(query.text)]
    telling = [terms for terms in found if all(terms)] or found
    names = (hash_term(name) for name in normalised_identifiers(query.text))
    return list(dict.fromkeys([*chain.from_iterable(chain.from_iterable(telling)), *names]))


def terms_of_word(word: str, known: Vocabulary | None) -> tuple[int, ...]:
    """The terms of one word; `known` None is German."""
    return token_terms(fold(word)) if known is None else known.terms(word)


def terms_of_texts(texts: list[str], query: Query) -> list[set[int]]:
    """All terms of each text in any of the languages; queries as for `question_terms`."""
    vocabularies = [load_vocabulary(texts, language) for language in query.languages]
    return [set(chain.from_iterable(count_terms(text, each) for each in vocabularies)) for text in texts]
