"""Facts that rest on others and facts that wait, when something changes."""
