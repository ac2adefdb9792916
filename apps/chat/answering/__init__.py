"""The turn: one generator of events from the admitted question to the stored answer, which every channel reads.

May import from this app: its root, admission, contradictions, fixed_answers, fixed_answers.crisis_classifier, models,
nearest_passages, privacy, proof, question_search, rendering, reply_stream, second_reader, sentence_numbers,
table_answers, translation, turn_state.
"""
