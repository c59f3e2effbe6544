"""Recall: search the graph for a question, rank the hits, and build the context."""
