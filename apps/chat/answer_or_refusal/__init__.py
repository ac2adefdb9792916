"""The conclusion of a turn: what the finished reply becomes for readers. An answer with its proofs, sentences of the
documents in its place, places to read, or a refusal.

May import from this app: contradictions, models, nearest_passages, proof, quote_restrictions, rendering,
reply_parsing, sentence_numbers, turn_state.
"""
