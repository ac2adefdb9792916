"""Synonyms that people propose for plain language: tried against labelled sentences, put in force by somebody else.

May import from this app: second_reader_calibration.
"""
