"""Forms of the separable verbs of a German question that pages may have instead: "anzumelden" for "Melde ich … an?".

Stems do not bring these together, because the part of such a verb stands before "zu" and "ge". What is no word of the
documents has no postings, so forms that nobody writes cost nothing.
"""

from itertools import chain

from apps.retrieval.keywords.german_compounds import subject_words
from apps.text.grammar.join_separable_verbs import join_separable_verb, separable_verb_forms
from apps.text.index_terms import token_terms

SHARE = 0.7
"""Of a word of the question that another form of it means: the index counts each form as a word of its own."""
MOST_WORDS = 12
"""Of a question that is looked at in this way."""


def verb_form_terms(question: str) -> frozenset[int]:
    """Terms of these forms, whether documents have them or not. No database query."""
    words = subject_words(question)[:MOST_WORDS]
    _, whole = join_separable_verb(question) or ("", "")
    forms = frozenset[str]().union(*(separable_verb_forms(word) for word in (*words, whole)))
    return frozenset(chain.from_iterable(token_terms(form) for form in forms))
