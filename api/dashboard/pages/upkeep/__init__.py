"""What upkeep finds across the facts."""
