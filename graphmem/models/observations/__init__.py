"""Observations: patterns, trends and themes across the facts of a brain, with a model or by rules."""
