"""Reads of the graph by entity, fact and path, and the text form of procedure calls."""
