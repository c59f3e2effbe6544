"""Adapters of agent frameworks, with the real packages. `make test-adapters` runs them, in environments of their own."""
