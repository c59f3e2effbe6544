"""What a serving process does beside its work."""
