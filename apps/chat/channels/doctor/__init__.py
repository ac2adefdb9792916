"""The doctor of the chat platforms: what is set up, what is wrong, and what to do about it."""
