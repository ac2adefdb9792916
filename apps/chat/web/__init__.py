"""The public chat: page, websocket, the way without script, conversations, feedback, “why these sources?”, suggestions.

May import from this app: admission, answering, channels.delivery, fixed_answers, its root, models, privacy,
second_reader, subscriptions, subscriptions.notifications, suggestions, turn_state.
"""
