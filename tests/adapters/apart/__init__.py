"""Adapters of frameworks that share no environment with the service. It runs beside them, from `.venv`."""
