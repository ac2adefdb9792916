"""The service in the form of OpenAI's interface, for programs that talk to models: chat, list of models, vectors.

May import from this app: api.protocol, api.resources, api.tokens.
"""
