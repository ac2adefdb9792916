"""Personal data in questions, export and deletion of conversations, retention, withdrawn documents.

May import from this app: its root, models, rendering.
"""
