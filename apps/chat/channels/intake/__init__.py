"""What people do on a chat platform, stored once: interactions, questions, ratings, and who may read the answer.

May import from this app: admission, answering, channels.interface, fixed_answers, fixed_answers.crisis_classifier,
its root, models, subscriptions, subscriptions.notifications, turn_state.
"""
