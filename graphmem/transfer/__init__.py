"""Export of a brain, and loading it again."""
