"""A turn under way: what it is loaded with, its draft, what stops it, and the events it tells every channel.

May import from this app: its root, admission, fixed_answers, fixed_answers.crisis_classifier, models,
nearest_passages, proof, rendering, reply_parsing, second_reader, sentence_numbers, translation.
"""
