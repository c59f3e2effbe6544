"""The memory tool of Anthropic."""
