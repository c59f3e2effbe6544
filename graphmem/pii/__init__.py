"""Personal data in texts: find it, and apply the policy of a brain; pure."""
