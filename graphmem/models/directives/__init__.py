"""Directives in the turns of a user: with a model or by rules."""
