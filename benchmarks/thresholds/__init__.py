"""What the thresholds of an embedder should be, and what they cost."""
