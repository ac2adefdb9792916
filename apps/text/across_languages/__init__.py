"""What a text of one language states that can be compared with a text of another: numbers, months, denials.

Words are not compared: that the subject is the same, nothing here can tell.

May import from this app: grammar, numbers.
"""
