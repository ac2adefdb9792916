"""The key under which the queue in the dump is signed. It protects nothing: whoever has it has the dump."""

KEY = "signs-the-queue-in-the-dump-of-2a55bcd-and-nothing-else-in-the-world"
