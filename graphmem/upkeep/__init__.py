"""Work on a memory beside the way in and the way out: what keeps it whole, small and lawful."""
