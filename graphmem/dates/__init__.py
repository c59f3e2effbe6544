"""Dates and periods in text. Pure."""
