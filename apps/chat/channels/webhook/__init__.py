"""What the webhooks of all chat platforms share: reading a request's body, refusing a request with a sentence.

Imports nothing from this app.
"""
