"""Vectors of texts: as they are sent, and in which of two slots they are kept."""
