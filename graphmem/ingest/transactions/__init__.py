"""Plan and commit: optimistic attempts, locked retries, group commit."""
