"""The pages, one noun a file: each has a router."""
