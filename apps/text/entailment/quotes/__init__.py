"""Looks at quotes as a whole: which has the claim word for word, which narrows what another says, what each may lose.

May import from this app: entailment, entailment.both_languages, entailment.comparison, entailment.tokens, grammar.
"""
