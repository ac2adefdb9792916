"""What people ask about: questions that are alike as one topic, with trend and refusals, and without personal data.

May import from this app: nothing.
"""
