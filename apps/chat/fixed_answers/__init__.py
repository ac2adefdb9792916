"""Fixed answers: messages that no document answers (a crisis, a greeting) are recognised by trigger words, and crises
by a classifier, too, before any search, and answered by a card that stands in the rules of the service.

May import from this app: fixed_answers.crisis_classifier, models.
"""
