"""The Microsoft Agent Framework."""
