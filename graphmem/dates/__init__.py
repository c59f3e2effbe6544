"""Dates and periods in text. Pure functions, no input or output."""
