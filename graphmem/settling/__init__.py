"""Settle: read the groups that a change touched, derive their facts, write the difference."""
