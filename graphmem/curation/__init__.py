"""Curation by people: invalidate, restore, correct, forget, merge and edit."""
