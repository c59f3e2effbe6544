"""Vectors that are missing are made; those of another embedder are made beside those in use, then the switch."""
