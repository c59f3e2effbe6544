"""Entity resolution: mentions, candidates, scores."""
