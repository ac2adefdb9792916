"""Prompts: checked wording, publication, the version in force or on trial, framing of foreign text.

May import from this app: its root, models, prompt_definitions.
"""
