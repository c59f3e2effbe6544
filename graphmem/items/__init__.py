"""Items: JSON values that are kept exactly, by path and key, beside the memory of the same brain."""
