"""What callers give and get: records, changes, pages, and the checks of their arguments."""
