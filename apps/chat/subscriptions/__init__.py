"""Notifications of changed answers: who wants them, which pages to watch, when to ask again, what to send.

publish -> changed pages -> questions due -> asked again -> quotes compared -> notification

Nothing is asked again unless its pages say something else, and nothing is sent unless the proved answer did change.

May import from this app: admission, answering, models, privacy, proof, subscriptions.notifications, turn_state.
"""
