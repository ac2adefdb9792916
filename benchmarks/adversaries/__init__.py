"""Sentences of official texts, changed by grammar: what a judge of proofs must refuse, and what it may license.

The lists here are this benchmark's own. Nothing is shared with the product's rules: a benchmark that is made of the
same lists as the code it measures knows the answers.
"""
