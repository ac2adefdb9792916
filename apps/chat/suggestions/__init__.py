"""Questions that the documents certainly answer, in their own words: offered below an answer and in a refusal.

May import from this app: admission, answering, answer_or_refusal, models, proof.
"""
