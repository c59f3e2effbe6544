"""Requests in the messages of a user, without a model: to forget something, and standing ones."""
