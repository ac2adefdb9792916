"""Slack and Teams beside the web page: the same events, shown in each platform's manner.

Read in this order: intake/platform_neutral_interaction.py (what somebody did), intake/store_interaction.py (stored
once), delivery/answer_platform_question.py (answered once), interface/channel_answer.py (what is shown),
delivery/channel_registry.py (the channels).

May import from this app: answering, channels.delivery, channels.slack, channels.slack.incoming,
channels.teams.incoming, channels.webhook.
"""
