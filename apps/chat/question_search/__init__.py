"""From the question as typed to the passages: rephrased, translated, routed to the graph, searched.

May import from this app: translation, turn_state.
"""
