"""Question in: seeds, walk, rank, context."""
