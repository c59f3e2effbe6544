"""Relations as they are worded: verbs of change, states, aspect; pure."""
