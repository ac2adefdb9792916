"""What a chat platform has to implement and what it is given: the sender, the rendered answer, names of the steps.

May import from this app: answer_or_refusal, its root, models, rendering, turn_state.
"""
