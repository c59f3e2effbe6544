"""Models behind an OpenAI-compatible API."""
