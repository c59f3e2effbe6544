"""Load, faults and endurance."""
