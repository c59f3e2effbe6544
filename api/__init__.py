"""The REST API of graphmem: HTTP around `graphmem.memory.Memory`, and nothing of its own besides."""
