"""Overviews: the topics that are nearest to a question."""
