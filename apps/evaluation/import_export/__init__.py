"""Suites and runs as files: spreadsheets, CSV, Google Sheets.

May import from this app: judging, models, planning, templatetags.
"""
