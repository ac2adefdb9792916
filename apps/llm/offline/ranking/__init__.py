"""Which of the sentences that may be quoted says best what is asked: features of each, and their learned weights.

Knows no sources and no prompts: `offline.answers` makes the candidates and decides whether any of them is an answer.
"""
