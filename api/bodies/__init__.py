"""Bodies, queries and answers by subject; `schemas.py` has the others."""
