"""Standing instructions and preferences in the words of a user, and which of them hold; pure."""
