"""The endpoints, one module per resource; `api/main.py` lists them in the order of the documentation."""
