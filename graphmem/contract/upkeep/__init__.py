"""What the jobs of upkeep find, and their reports."""
