"""What is kept of one person, in one piece: for people who ask what a service knows of them (Articles 15 and 20 GDPR).

May import from this app: nothing.
"""
