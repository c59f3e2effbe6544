"""Export of a brain to JSON lines, and load of an export into an empty brain."""
