"""Profiles of entities: who writes them, with a model and without one."""
