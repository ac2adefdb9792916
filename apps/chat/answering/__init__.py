"""The turn: one generator of events from the admitted question to the stored answer, which every channel reads.

May import from this app: admission, answer_or_refusal, fixed_answers, fixed_answers.crisis_classifier,
its root, models, nearest_passages, privacy, proof, question_search, reply_parsing, reply_stream, second_reader,
sentence_numbers, table_answers, translation, turn_state.
"""
