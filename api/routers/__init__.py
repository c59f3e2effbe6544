"""The endpoints, one noun a file; `api/main.py` lists them in the order of the documentation."""
