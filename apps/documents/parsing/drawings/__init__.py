"""What drawings and pictures of Office files say to those who do not see them.

May import from this app: parsing.
"""
