"""The changes feed: what every commit changed, in order."""
