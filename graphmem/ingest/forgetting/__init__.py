"""Requests to forget: who may ask, what is meant, and how it is hidden (docs/privacy.md)."""
